; An enum says `class` too: the pattern that stands first keeps the name.
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration "class" (type_identifier) @name) @definition.class
(class_declaration "interface" (type_identifier) @name) @definition.interface
(object_declaration (type_identifier) @name) @definition.object
(companion_object (type_identifier) @name) @definition.object
(type_alias (type_identifier) @name) @definition.type
(enum_entry (simple_identifier) @name) @definition.constant
; After two annotations the grammar takes a class without a body for three words.
((infix_expression . (_) (simple_identifier) @word . (simple_identifier) @name) @definition.class
  (#eq? @word "class"))
((infix_expression (simple_identifier) @word . (call_expression . (simple_identifier) @name)) @definition.function
  (#eq? @word "fun"))
((infix_expression (simple_identifier) @word . (call_expression .
  (navigation_expression . (_) @container (_ (simple_identifier) @name)))) @definition.function
  (#eq? @word "fun"))

(function_declaration (simple_identifier) @name) @definition.function
(class_body (function_declaration (simple_identifier) @name) @definition.method)
(enum_class_body (function_declaration (simple_identifier) @name) @definition.method)
(function_declaration receiver: (receiver_type [(user_type (type_identifier) @container) (nullable_type (user_type (type_identifier) @container))]) (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor

(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration receiver: (receiver_type (user_type (type_identifier) @container)) (variable_declaration (simple_identifier) @name)) @definition.property)
(class_body (property_declaration receiver: (receiver_type (user_type (type_identifier) @container)) (variable_declaration (simple_identifier) @name)) @definition.property)
((property_declaration (modifiers (property_modifier) @word) (variable_declaration (simple_identifier) @name)) @definition.constant (#eq? @word "const"))
(class_parameter (binding_pattern_kind) . (simple_identifier) @name) @definition.property

(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))) @reference.call
(callable_reference (simple_identifier) @name .) @reference.call
((infix_expression (_) @receiver . (simple_identifier) @name . (_)) @reference.call
  (#not-match? @name "^(class|fun|interface|object|public|private|protected|internal|annotation|data)$"))
(delegation_specifier [(user_type (type_identifier) @name) (constructor_invocation (user_type (type_identifier) @name)) (explicit_delegation (user_type (type_identifier) @name))]) @reference.inherit
(user_type (type_identifier) @name) @reference.type
(import_header (identifier) @name) @reference.import
(package_header (identifier) @name) @definition.package
