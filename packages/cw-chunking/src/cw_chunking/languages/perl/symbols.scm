(subroutine_declaration_statement name: (bareword) @name) @definition.function
(method_declaration_statement name: (bareword) @name) @definition.method
(package_statement name: (package) @name (block)) @definition.namespace
(package_statement name: (package) @name .) @definition.package
(class_statement name: (package) @name) @definition.class
((use_statement module: (package) @word (list_expression . [(autoquoted_bareword) @name (string_literal content: (_) @name)])) @definition.constant
  (#eq? @word "constant"))
((use_statement module: (package) @word (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @definition.constant)))
  (#eq? @word "constant"))
((ambiguous_function_call_expression function: (function) @word . [(autoquoted_bareword) @name (string_literal content: (_) @name)]) @definition.field
  (#eq? @word "has"))
(variable_declaration "field" variable: (_ (varname) @name)) @definition.field
(source_file (expression_statement [
  (variable_declaration (_ (varname) @name))
  (assignment_expression left: (variable_declaration (_ (varname) @name)))]) @definition.variable)

(function_call_expression function: (function) @name) @reference.call
(ambiguous_function_call_expression function: (function) @name) @reference.call
((method_call_expression invocant: (_) @receiver method: (method) @name) @reference.call (#not-match? @name "^[$]"))
((use_statement module: (package) @word [
    (string_literal content: (_) @name)
    (quoted_word_list content: (_) @name)
    (list_expression (string_literal content: (_) @name))]) @reference.inherit
  (#match? @word "^(parent|base|Mojo::Base)$") (#not-match? @name "^-"))
((ambiguous_function_call_expression function: (function) @word [(string_literal content: (_) @name) (quoted_word_list content: (_) @name)]) @reference.inherit
  (#any-of? @word "extends" "with"))
((assignment_expression left: (_ (array (varname) @word)) right: [
    (string_literal content: (_) @name)
    (quoted_word_list content: (_) @name)
    (list_expression (string_literal content: (_) @name))]) @reference.inherit
  (#eq? @word "ISA"))
((use_statement module: (package) @name) @reference.import (#match? @name "^[A-Z]"))
((require_expression (bareword) @name) @reference.import (#match? @name "^[A-Z]"))
(require_expression [(string_literal content: (_) @name) (interpolated_string_literal content: (_) @name)]) @reference.import
