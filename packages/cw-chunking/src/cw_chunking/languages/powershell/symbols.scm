(function_statement (function_name) @name) @definition.function
(class_statement . (simple_name) @name) @definition.class
(enum_statement . (simple_name) @name) @definition.enum
(enum_member (simple_name) @name) @definition.constant
(class_method_definition (simple_name) @name) @definition.method
(class_property_definition (variable) @name) @definition.property


((command command_name: (command_name) @name) @reference.call (#not-match? @name "^(using|[Ii]mport-[Mm]odule)$"))
(invokation_expression (_) @receiver . (member_name (simple_name) @name)) @reference.call
(class_statement . (simple_name) . (simple_name) @name) @reference.inherit
(type_identifier) @name @reference.type
((command command_name: (command_name) @word command_elements: (_ (generic_token) @name .)) @reference.import
  (#match? @word "^(using|[Ii]mport-[Mm]odule)$"))
((command (command_invokation_operator) @word command_name: (command_name_expr (command_name) @name)) @reference.import
  (#eq? @word "."))
