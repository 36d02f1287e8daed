(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @container method: (identifier) @name)) @definition.method
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition))) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name)) (expression_list . value: (function_definition))) @definition.function
(field name: (identifier) @name value: (function_definition)) @definition.function

; Variables of the file; what `require` returns is an import.
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list . value: [(table_constructor) (string) (number) (true) (false) (nil) (identifier) (dot_index_expression) (binary_expression) (unary_expression)]))) @definition.variable)
(chunk (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: [(table_constructor) (string) (number) (true) (false) (nil) (identifier) (dot_index_expression) (binary_expression) (unary_expression)])) @definition.variable)
(chunk (assignment_statement (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name)) (expression_list . value: [(table_constructor) (string) (number) (true) (false) (nil) (identifier) (dot_index_expression) (binary_expression) (unary_expression)])) @definition.variable)
((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list . value: (function_call name: (_) @word)))) @definition.variable)
  (#not-eq? @word "require"))
((chunk (assignment_statement (variable_list . name: (dot_index_expression table: (_) @container field: (identifier) @name)) (expression_list . value: (function_call name: (_) @word))) @definition.variable)
  (#not-eq? @word "require"))

; Tests.
((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name) (function_definition))) @definition.group
  (#any-of? @word "describe" "context"))
((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name) (function_definition))) @definition.test
  (#any-of? @word "it" "test"))

(function_call name: (identifier) @name) @reference.call
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @reference.call
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @reference.call
((function_call name: (identifier) @word arguments: (arguments . (string content: (string_content) @name))) @reference.import
  (#eq? @word "require"))
