(subroutine_declaration_statement name: (bareword) @name) @definition.function
(package_statement name: (package) @name (block)) @definition.namespace
(package_statement name: (package) @name .) @definition.package
((use_statement module: (package) @word (list_expression . (autoquoted_bareword) @name)) @definition.constant
  (#eq? @word "constant"))
(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name))) @definition.variable))

((function_call_expression function: (function) @name) @reference.call)
((ambiguous_function_call_expression function: (function) @name) @reference.call)
(method_call_expression invocant: (_) @receiver method: (method) @name) @reference.call
((use_statement module: (package) @word [(string_literal content: (string_content) @name) (quoted_word_list content: (string_content) @name)]) @reference.inherit
  (#any-of? @word "parent" "base"))
((use_statement module: (package) @name) @reference.import (#match? @name "^[A-Z]"))
((require_expression (bareword) @name) @reference.import (#match? @name "^[A-Z]"))
