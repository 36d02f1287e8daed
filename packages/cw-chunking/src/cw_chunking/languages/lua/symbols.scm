(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @container method: (identifier) @name)) @definition.method
(assignment_statement
  (variable_list . [
    (identifier) @name
    (dot_index_expression table: (_) @container field: (identifier) @name)
    (bracket_index_expression table: (_) @container field: (string content: (string_content) @name))
  ])
  (expression_list . (function_definition))) @definition.function
(field name: [(identifier) @name (string content: (string_content) @name)] value: (function_definition)) @definition.function

; Variables of the file; what `require` returns is an import.
((chunk [
  (variable_declaration (assignment_statement (variable_list (identifier) @name) (expression_list . (_) @_value)))
  (assignment_statement
    (variable_list [(identifier) @name (dot_index_expression table: (_) @container field: (identifier) @name)])
    (expression_list . (_) @_value))
] @definition.variable) (#not-match? @_value "^(function\\b|require\\s*\\(?\\s*[\"'][^\"']*[\"']\\s*\\)?$)"))
(chunk (variable_declaration (variable_list (identifier) @name)) @definition.variable)

; Tests.
((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name) (function_definition))) @definition.group
  (#any-of? @word "describe" "context"))
((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name) (function_definition))) @definition.test
  (#any-of? @word "it" "test"))

(function_call name: [
  (identifier) @name
  (dot_index_expression table: (_) @receiver field: (identifier) @name)
  (method_index_expression table: (_) @receiver method: (identifier) @name)
]) @reference.call
((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name))) @reference.import
  (#any-of? @word "require" "dofile" "loadfile"))
((function_call name: (identifier) @word arguments: (arguments . (identifier) @_loader . (string content: (string_content) @name))) @reference.import
  (#any-of? @word "pcall" "xpcall") (#eq? @_loader "require"))
