(library_name (dotted_identifier_list) @name) @definition.package
(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(mixin_declaration (identifier) @name) @definition.mixin
(extension_declaration name: (identifier) @name) @definition.extension
(extension_type_declaration name: (identifier) @name) @definition.extension
(type_alias . (type_identifier) @name "=") @definition.type
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list)) @definition.type

((method_signature [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.method
  . (function_body) @end)
((method_signature (operator_signature ["[]" "[]=" "~" (binary_operator)] @name)) @definition.method . (function_body) @end)
((method_signature [
    (constructor_signature (identifier) @name . (formal_parameter_list))
    (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @definition.constructor
  . (function_body) @end)
(declaration [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)]) @definition.method
(declaration (operator_signature ["[]" "[]=" "~" (binary_operator)] @name)) @definition.method
(declaration [
  (constructor_signature (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @definition.constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.constant

(program [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)] @definition.function
  . (function_body) @end)
(program (function_signature name: (identifier) @name) @definition.function)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

((identifier) @name . (selector (argument_part))) @reference.call
([(identifier) (this) (super)] @receiver . (selector (_ (identifier) @name)) . (selector (argument_part))) @reference.call
((selector (_ (identifier) @receiver)) . (selector (_ (identifier) @name)) . (selector (argument_part))) @reference.call
([(selector (argument_part)) (selector (type_arguments)) (parenthesized_expression) (string_literal) (list_literal)]
  . (selector (_ (identifier) @name)) . (selector (argument_part))) @reference.call
(cascade_section (cascade_selector (identifier) @name) . (argument_part)) @reference.call
(new_expression (type_identifier) @name . (arguments)) @reference.call
(new_expression (type_identifier) @receiver . (identifier) @name) @reference.call
(const_object_expression (type_identifier) @name . (arguments)) @reference.call
(const_object_expression (type_identifier) @receiver . (identifier) @name) @reference.call
(superclass (type_identifier) @name) @reference.inherit
(mixins (type_identifier) @name) @reference.inherit
(interfaces (type_identifier) @name) @reference.inherit
(mixin_declaration (type_identifier) @name) @reference.inherit
(type_identifier) @name @reference.type
(uri (string_literal) @name) @reference.import
(_ (configurable_uri (uri (string_literal) @receiver)) (combinator "show" (identifier) @name)) @reference.import
