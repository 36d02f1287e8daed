(function_statement (function_name) @name) @chunk
(class_statement . (simple_name) @name) @chunk.open
(enum_statement . (simple_name) @name) @chunk
(class_method_definition (simple_name) @name) @chunk
; Tests, tasks, configurations: `Describe "name" { ... }`.
(command command_name: (command_name) command_elements: (_
  . (command_argument_sep) . [(array_literal_expression (unary_expression (string_literal))) (generic_token)] @name
  (array_literal_expression (unary_expression (script_block_expression))))) @chunk.open
