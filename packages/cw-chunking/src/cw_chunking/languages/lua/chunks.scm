(function_declaration name: [(identifier) @name (dot_index_expression field: (identifier) @name) (method_index_expression method: (identifier) @name)]) @chunk
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)
    (bracket_index_expression field: (string content: (string_content) @name))
  ])
  (expression_list . value: (function_definition))) @chunk
(variable_declaration (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition)))) @chunk
(field name: [(identifier) @name (string content: (string_content) @name)] value: (function_definition)) @chunk

; Tables.
(chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (table_constructor)))) @chunk.open)
(chunk (assignment_statement (variable_list . name: [(identifier) @name (dot_index_expression field: (identifier) @name)]) (expression_list . value: (table_constructor))) @chunk.open)

((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name) (function_definition))) @chunk.open
  (#any-of? @word "describe" "context" "it" "test"))
