(binary_operator lhs: (identifier) @name rhs: (function_definition)) @definition.function
(binary_operator lhs: (string (string_content) @name) rhs: (function_definition)) @definition.function
(argument name: (identifier) @name value: (function_definition)) @definition.method
(program (binary_operator lhs: (identifier) @name rhs: [(float) (integer) (string) (true) (false) (null)]) @definition.constant)
((program (binary_operator lhs: (identifier) @name rhs: (call function: [(identifier) @_word (namespace_operator rhs: (identifier) @_word)])) @definition.class)
  (#any-of? @_word "R6Class" "setRefClass" "setClass" "new_class"))
((call function: (identifier) @_word arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.class
  (#any-of? @_word "setClass" "setRefClass"))
((call function: (identifier) @_word arguments: (arguments . (argument value: (string (string_content) @name)))) @definition.function
  (#eq? @_word "setGeneric"))
((call function: (identifier) @_word arguments: (arguments . (argument value: (string (string_content) @name))
  . (_) . (argument value: (string (string_content) @container)))) @definition.method (#eq? @_word "setMethod"))

((call function: (identifier) @name) @reference.call (#not-match? @name "^(library|require|source)$"))
(call function: (namespace_operator lhs: (_) @receiver rhs: (identifier) @name)) @reference.call
(call function: (extract_operator lhs: (_) @receiver rhs: (identifier) @name)) @reference.call
((argument name: (identifier) @_word value: (identifier) @name) @reference.inherit (#eq? @_word "inherit"))
((call function: (identifier) @_word arguments: (arguments . (argument value: [(identifier) @name (string (string_content) @name)]))) @reference.import
  (#any-of? @_word "library" "require" "source" "requireNamespace" "loadNamespace"))
