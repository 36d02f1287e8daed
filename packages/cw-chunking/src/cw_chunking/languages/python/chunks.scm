(function_definition name: (identifier) @name) @chunk
(class_definition name: (identifier) @name) @chunk.open
(decorated_definition definition: (function_definition name: (identifier) @name)) @chunk
(decorated_definition definition: (class_definition name: (identifier) @name)) @chunk.open
