(class_declaration name: (_) @name) @chunk.open
(protocol_declaration name: (_) @name) @chunk.open
(function_declaration "func" . name: _ @name) @chunk
(protocol_function_declaration "func" . name: _ @name) @chunk
(init_declaration name: _ @name) @chunk
(deinit_declaration "deinit" @name) @chunk
(subscript_declaration "subscript" @name) @chunk
(typealias_declaration name: (type_identifier) @name) @chunk
(macro_declaration (simple_identifier) @name) @chunk
(source_file (property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @chunk)
(class_body (property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @chunk)
(enum_class_body (property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @chunk)
(protocol_property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @chunk
