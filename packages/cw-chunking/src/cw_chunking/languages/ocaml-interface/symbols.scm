(value_specification (value_name) @name) @definition.function
(type_definition (type_binding name: (_) @name) @definition.type)
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.constructor)
(field_declaration (field_name) @name) @definition.field
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(external (value_name) @name) @definition.function

(module_type_path (module_type_name) @name) @reference.inherit
(type_constructor_path (type_constructor) @name) @reference.type
(open_module module: (_) @name) @reference.import
(include_module_type (_) @name) @reference.import
