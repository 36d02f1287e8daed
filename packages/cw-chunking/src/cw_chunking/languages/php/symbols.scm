(namespace_definition name: (namespace_name) @name) @definition.namespace
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.constant
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
((method_declaration name: (name) @name) @definition.constructor (#eq? @name "__construct"))
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name)) @definition.constant
((function_call_expression function: (name) @word arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string . (string_content) @name .)]) . (argument))) @definition.constant
  (#eq? @word "define"))

(program (expression_statement (assignment_expression left: (variable_name (name) @name) right: [(anonymous_function) (arrow_function)])) @definition.function)
((expression_statement (function_call_expression function: (name) @word arguments: (arguments . (argument (string (string_content) @name)) (argument [(anonymous_function) (arrow_function)])))) @definition.test
  (#any-of? @word "it" "test"))
((expression_statement (function_call_expression function: (name) @word arguments: (arguments . (argument (string (string_content) @name)) (argument (anonymous_function))))) @definition.group
  (#eq? @word "describe"))

(function_call_expression function: [(name) @name (qualified_name (name) @name)]) @reference.call
(member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name) @reference.call
((object_creation_expression . [(name) @name (qualified_name (name) @name)]) @reference.call
  (#not-match? @name "^(self|static|parent)$"))

(scoped_call_expression scope: [(name) @name (qualified_name (name) @name)]) @reference.type
(scoped_property_access_expression scope: [(name) @name (qualified_name (name) @name)]) @reference.type
(class_constant_access_expression . [(name) @name (qualified_name (name) @name)]) @reference.type
((object_creation_expression . [(name) @name (qualified_name (name) @name)]) @reference.type
  (#not-match? @name "^(self|static|parent)$"))
((named_type [(name) @name (qualified_name (name) @name)]) @reference.type (#not-match? @name "^(self|static|parent)$"))
(binary_expression operator: "instanceof" right: [(name) @name (qualified_name (name) @name)]) @reference.type
(attribute [(name) @name (qualified_name (name) @name)]) @reference.type
(base_clause [(name) @name (qualified_name (name) @name)]) @reference.inherit
(class_interface_clause [(name) @name (qualified_name (name) @name)]) @reference.inherit
(use_declaration [(name) @name (qualified_name (name) @name)]) @reference.inherit

; A name of a group has what stands before the braces as its receiver.
(namespace_use_clause . [(name) (qualified_name)] @name) @reference.import
(namespace_use_declaration (namespace_name) @receiver
  body: (_ (namespace_use_clause . [(name) (qualified_name)] @name))) @reference.import
(require_expression [
  (string) @name
  (encapsed_string) @name
  (binary_expression right: (_) @name)
  (parenthesized_expression [(string) @name (encapsed_string) @name (binary_expression right: (_) @name)])
]) @reference.import
(require_once_expression [
  (string) @name
  (encapsed_string) @name
  (binary_expression right: (_) @name)
  (parenthesized_expression [(string) @name (encapsed_string) @name (binary_expression right: (_) @name)])
]) @reference.import
(include_expression [
  (string) @name
  (encapsed_string) @name
  (binary_expression right: (_) @name)
  (parenthesized_expression [(string) @name (encapsed_string) @name (binary_expression right: (_) @name)])
]) @reference.import
(include_once_expression [
  (string) @name
  (encapsed_string) @name
  (binary_expression right: (_) @name)
  (parenthesized_expression [(string) @name (encapsed_string) @name (binary_expression right: (_) @name)])
]) @reference.import
