(class_declaration name: (identifier) @name) @chunk.open
(interface_declaration name: (identifier) @name) @chunk.open
(enum_declaration name: (identifier) @name) @chunk.open
(record_declaration name: (identifier) @name) @chunk.open
(annotation_type_declaration name: (identifier) @name) @chunk.open
(method_declaration name: (identifier) @name) @chunk
(constructor_declaration name: (identifier) @name) @chunk
(compact_constructor_declaration name: (identifier) @name) @chunk
(enum_constant name: (identifier) @name) @chunk
(field_declaration . (modifiers)? . type: (_) . declarator: (variable_declarator name: (identifier) @name)) @chunk
(constant_declaration . (modifiers)? . type: (_) . declarator: (variable_declarator name: (identifier) @name)) @chunk
(module_declaration name: (_) @name) @chunk
