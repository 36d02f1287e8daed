(compilation_unit (value_definition (let_binding pattern: (value_name) @name !body) @definition.constant))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name . body: (_)) @definition.constant))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name . (parameter)) @definition.function))
(structure (value_definition (let_binding pattern: (value_name) @name . body: (_)) @definition.constant))
(structure (value_definition (let_binding pattern: (value_name) @name . (parameter)) @definition.function))
(type_definition (type_binding name: (_) @name) @definition.type)
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.constructor)
(field_declaration (field_name) @name) @definition.field
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name)) @definition.class
(method_definition (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field
(external (value_name) @name) @definition.function
(value_specification (value_name) @name) @definition.function

(application_expression function: (value_path . (value_name) @name)) @reference.call
(application_expression function: (value_path (module_path) @receiver (value_name) @name)) @reference.call
(method_invocation (_) @receiver (method_name) @name) @reference.call
(inheritance_definition class: (class_path (class_name) @name)) @reference.inherit
(module_type_path (module_type_name) @name) @reference.inherit
(type_constructor_path (type_constructor) @name) @reference.type
(open_module module: (_) @name) @reference.import
(include_module module: (_) @name) @reference.import
