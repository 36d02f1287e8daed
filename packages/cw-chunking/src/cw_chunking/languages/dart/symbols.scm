(library_name (dotted_identifier_list) @name) @definition.package
(class_definition name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(mixin_declaration (identifier) @name) @definition.mixin
(extension_declaration name: (identifier) @name) @definition.extension
(type_alias . (type_identifier) @name) @definition.type

(_ (method_signature (_ name: (identifier) @name)) @definition.method . (function_body) @end)
(_ (method_signature (operator_signature (binary_operator) @name)) @definition.method . (function_body) @end)
(_ (method_signature (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.constructor . (function_body) @end)
(_ (method_signature (constructor_signature name: (identifier) . name: (identifier) @name)) @definition.constructor . (function_body) @end)
(_ (method_signature (factory_constructor_signature (identifier) . (identifier) @name . (formal_parameter_list))) @definition.constructor . (function_body) @end)
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @end)
(program (getter_signature name: (identifier) @name) @definition.function . (function_body) @end)
(program (setter_signature name: (identifier) @name) @definition.function . (function_body) @end)
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (constructor_signature name: (identifier) . name: (identifier) @name)) @definition.constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.field))
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

((identifier) @name . (selector (argument_part))) @reference.call
((identifier) @receiver . (selector (unconditional_assignable_selector (identifier) @name)) . (selector (argument_part))) @reference.call
((selector (unconditional_assignable_selector (identifier) @receiver))
  . (selector (unconditional_assignable_selector (identifier) @name)) . (selector (argument_part))) @reference.call
((selector (argument_part)) @receiver . (selector (unconditional_assignable_selector (identifier) @name)) . (selector (argument_part))) @reference.call
((this) @receiver . (selector (unconditional_assignable_selector (identifier) @name)) . (selector (argument_part))) @reference.call
(superclass (type_identifier) @name) @reference.inherit
(mixins (type_identifier) @name) @reference.inherit
(interfaces (type_identifier) @name) @reference.inherit
(mixin_declaration (type_identifier) @name) @reference.inherit
(type_identifier) @name @reference.type
(uri (string_literal) @name) @reference.import
