(binary_operator lhs: (identifier) @name rhs: (function_definition)) @chunk
(binary_operator lhs: (string (string_content) @name) rhs: (function_definition)) @chunk
(program (binary_operator lhs: (identifier) @name rhs: (call)) @chunk.open)
(argument name: (identifier) @name value: (function_definition)) @chunk
(program (call function: (identifier) @_word arguments: (arguments . (argument value: (string (string_content) @name)))
  (#any-of? @_word "setClass" "setGeneric" "setMethod" "setRefClass" "setValidity" "test_that" "describe")) @chunk.open)
