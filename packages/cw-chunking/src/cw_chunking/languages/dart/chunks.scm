(class_definition name: (identifier) @name) @chunk.open
(class_definition (mixin_application_class . (identifier) @name)) @chunk
(enum_declaration name: (identifier) @name) @chunk.open
(mixin_declaration (identifier) @name) @chunk.open
(extension_declaration name: (identifier) @name) @chunk.open
(extension_declaration !name class: (_) @name) @chunk.open
(extension_type_declaration name: (identifier) @name) @chunk.open
(type_alias (type_identifier) @name "=") @chunk

; A body stands beside its head.
((method_signature [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @chunk
  . (function_body) @end)
((method_signature (operator_signature ["[]" "[]=" "~" (binary_operator)] @name)) @chunk . (function_body) @end)
((method_signature (_ (identifier) @name . (formal_parameter_list))) @chunk . (function_body) @end)
(program [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)] @chunk
  . (function_body) @end)
(declaration (_ (identifier) @name . (formal_parameter_list))) @chunk
