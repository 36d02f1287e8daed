(namespace_declaration name: (_) @name) @chunk.open
(class_declaration name: (identifier) @name) @chunk.open
(interface_declaration name: (identifier) @name) @chunk.open
(struct_declaration name: (identifier) @name) @chunk.open
(record_declaration name: (identifier) @name) @chunk.open
(enum_declaration name: (identifier) @name) @chunk
(delegate_declaration name: (identifier) @name) @chunk

(method_declaration name: (identifier) @name) @chunk
(constructor_declaration name: (identifier) @name) @chunk
(destructor_declaration name: (identifier) @name) @chunk
(operator_declaration operator: _ @name) @chunk
(conversion_operator_declaration type: (_) @name) @chunk
(property_declaration name: (identifier) @name) @chunk
(indexer_declaration "this" @name) @chunk
(event_declaration name: (identifier) @name) @chunk
(local_function_statement name: (identifier) @name) @chunk
(compilation_unit (global_statement (local_function_statement name: (identifier) @name)) @chunk)

; Tables.
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name [(implicit_array_creation_expression) (array_creation_expression) (object_creation_expression) (implicit_object_creation_expression) (initializer_expression) (lambda_expression)]))) @chunk
