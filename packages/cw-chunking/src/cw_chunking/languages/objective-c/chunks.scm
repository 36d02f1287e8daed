(class_interface . (identifier) @name) @chunk.open
(class_implementation . (identifier) @name) @chunk.open
(protocol_declaration . (identifier) @name) @chunk.open
(method_declaration . (method_type)? . (identifier) @name) @chunk
(method_definition . (method_type)? . (identifier) @name) @chunk
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @chunk
(function_definition declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @chunk
(translation_unit (struct_specifier name: (type_identifier) @name body: (_)) @chunk)
(translation_unit (enum_specifier name: (type_identifier) @name body: (_)) @chunk)
(type_definition type: (_ body: (_)) declarator: (type_identifier) @name) @chunk
(preproc_function_def name: (identifier) @name) @chunk
