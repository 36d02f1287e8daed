(function_statement (function_name) @name) @chunk
(class_statement . (simple_name) @name) @chunk.open
(enum_statement . (simple_name) @name) @chunk
(class_method_definition (simple_name) @name) @chunk
