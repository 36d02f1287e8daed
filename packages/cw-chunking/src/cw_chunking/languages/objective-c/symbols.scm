(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.protocol
(method_declaration . (method_type)? . (identifier) @name) @definition.method
(method_definition . (method_type)? . (identifier) @name) @definition.method
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
(property_declaration (struct_declaration (struct_declarator (_ declarator: (identifier) @name)))) @definition.property
(instance_variable (struct_declaration (struct_declarator (identifier) @name))) @definition.field
(instance_variable (struct_declaration (struct_declarator (_ declarator: (identifier) @name)))) @definition.field
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(type_definition declarator: (type_identifier) @name) @definition.type
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.variable)
(translation_unit (declaration declarator: (init_declarator declarator: (_ declarator: (identifier) @name))) @definition.variable)

(message_expression receiver: (_) @receiver method: (identifier) @name) @reference.call
(call_expression function: (identifier) @name) @reference.call
(class_interface superclass: (identifier) @name) @reference.inherit
(class_interface (parameterized_arguments (type_name (type_identifier) @name))) @reference.inherit
(protocol_reference_list (identifier) @name) @reference.inherit
(type_identifier) @name @reference.type
(preproc_include path: (_) @name) @reference.import
(module_import path: (_) @name) @reference.import
