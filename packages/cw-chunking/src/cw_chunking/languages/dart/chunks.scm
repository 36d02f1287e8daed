(class_definition name: (identifier) @name) @chunk.open
(enum_declaration name: (identifier) @name) @chunk.open
(mixin_declaration (identifier) @name) @chunk.open
(extension_declaration name: (identifier) @name) @chunk.open
(type_alias . (type_identifier) @name) @chunk

; A body stands beside its head.
(_ (method_signature (_ name: (identifier) @name)) @chunk . (function_body) @end)
(_ (method_signature (constructor_signature . name: (identifier) @name . parameters: (_))) @chunk . (function_body) @end)
(_ (method_signature (constructor_signature name: (identifier) . name: (identifier) @name)) @chunk . (function_body) @end)
(_ (method_signature (factory_constructor_signature (identifier) . (identifier) @name . (formal_parameter_list))) @chunk . (function_body) @end)
(_ (method_signature (operator_signature (binary_operator) @name)) @chunk . (function_body) @end)
(program (function_signature name: (identifier) @name) @chunk . (function_body) @end)
(program (getter_signature name: (identifier) @name) @chunk . (function_body) @end)
(program (setter_signature name: (identifier) @name) @chunk . (function_body) @end)
(declaration (function_signature name: (identifier) @name)) @chunk
(declaration (constructor_signature . name: (identifier) @name)) @chunk
