(function_statement (function_name) @name) @definition.function
(function_statement (function_name) @name (comment) @doc) @definition.function
(class_statement . (simple_name) @name) @definition.class
(enum_statement . (simple_name) @name) @definition.enum
(enum_member (simple_name) @name) @definition.constant
(class_method_definition (simple_name) @name) @definition.method
((class_statement . (simple_name) @_class (class_method_definition . (simple_name) @name) @definition.constructor)
  (#eq? @_class @name))
(class_property_definition (variable) @name) @definition.property
((program (statement_list (pipeline (assignment_expression (left_assignment_expression) @name)) @definition.variable))
  (#match? @name "^[$][A-Za-z_:]+$"))
((command command_name: (command_name) @_word command_elements: (_ . (command_argument_sep) . (generic_token) @name)) @definition.configuration
  (#match? @_word "^[Cc]onfiguration$"))

((command command_name: (command_name) @name) @reference.call
  (#not-match? @name "^(using|param|[Cc]onfiguration|[Ii]mport-[Mm]odule)$"))
(invokation_expression (_) @receiver . (member_name (simple_name) @name)) @reference.call
(class_statement (simple_name) (simple_name) @name) @reference.inherit
(type_identifier) @name @reference.type
((command command_name: (command_name) @_word command_elements: (_
    . (command_argument_sep) . (generic_token) . (command_argument_sep) . (generic_token) @name)) @reference.import
  (#match? @_word "^[Uu]sing$"))
((command command_name: (command_name) @_word command_elements: (_
    . (command_argument_sep) . [(generic_token) @name (array_literal_expression (unary_expression (string_literal) @name))])) @reference.import
  (#match? @_word "^[Ii]mport-[Mm]odule$"))
((command command_name: (command_name) @_word command_elements: (_
    . (command_argument_sep) . (command_parameter) @_named . (command_argument_sep) . (generic_token) @name)) @reference.import
  (#match? @_word "^[Ii]mport-[Mm]odule$") (#match? @_named "^-[Nn]ame$"))
((command (command_invokation_operator) @_word command_name: (command_name_expr [(command_name) (string_literal)] @name)) @reference.import
  (#eq? @_word "."))
