(compilation_unit (value_definition (let_binding pattern: (value_name) @name)) @chunk)
(structure (value_definition (let_binding pattern: (value_name) @name)) @chunk)
(type_definition (type_binding name: (_) @name)) @chunk
(module_definition (module_binding (module_name) @name)) @chunk.open
(module_type_definition (module_type_name) @name) @chunk.open
(class_definition (class_binding (class_name) @name)) @chunk.open
(method_definition (method_name) @name) @chunk
(exception_definition (constructor_declaration (constructor_name) @name)) @chunk
(external (value_name) @name) @chunk
(value_specification (value_name) @name) @chunk
