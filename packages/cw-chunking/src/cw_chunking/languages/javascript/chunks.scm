(function_declaration name: (identifier) @name) @chunk
(generator_function_declaration name: (identifier) @name) @chunk
(class_declaration name: (identifier) @name) @chunk.open
(export_statement declaration: (_ name: (identifier) @name)) @chunk

(method_definition name: [(property_identifier) (private_property_identifier) (computed_property_name)] @name) @chunk
(method_definition name: (string (string_fragment) @name)) @chunk
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @chunk
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @chunk
(pair key: (string (string_fragment) @name) value: [(arrow_function) (function_expression) (generator_function)]) @chunk

; Functions and classes bound to a name anywhere, and larger values of the module.
; A declaration of several names is a container without a name of its own: its first comma stands for it.
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @chunk
(lexical_declaration . (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) .) @chunk
(variable_declaration . (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) .) @chunk
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class)) .) @chunk.open
(variable_declaration . (variable_declarator name: (identifier) @name value: (class)) .) @chunk.open
(program (lexical_declaration . (variable_declarator name: (identifier) @name
  value: [(object) (array) (new_expression) (template_string) (assignment_expression) (call_expression arguments: (arguments [(object) (array) (arrow_function) (function_expression)]))]) .) @chunk.open)
(program (variable_declaration . (variable_declarator name: (identifier) @name
  value: [(object) (array) (new_expression) (template_string) (assignment_expression) (call_expression arguments: (arguments [(object) (array) (arrow_function) (function_expression)]))]) .) @chunk.open)
(program (lexical_declaration . (variable_declarator) . "," @name) @chunk.open)
(program (variable_declaration . (variable_declarator) . "," @name) @chunk.open)
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name))) @chunk
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: [(object) (call_expression) (class)]))) @chunk.open
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name))) @chunk

; What a file exports without a name goes by the word `default`.
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)]) @chunk
(export_statement "default" @name value: [
  (class) (object) (array) (string) (template_string) (call_expression) (new_expression) (await_expression) (ternary_expression) (binary_expression)
]) @chunk.open

; Assigned functions, classes and objects: exports.f, Foo.prototype.bar, app.handle; also a = b = function.
(assignment_expression
  left: (member_expression property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @chunk
(expression_statement (assignment_expression
  left: (member_expression property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)])) @chunk
(expression_statement (assignment_expression right: (assignment_expression
  left: (member_expression property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)]))) @chunk
(expression_statement (assignment_expression left: (member_expression property: (_) @name) right: (class !name))) @chunk.open
(expression_statement (assignment_expression right: (class name: (_) @name))) @chunk.open
(program (expression_statement (assignment_expression left: (member_expression property: (_) @name) right: [(object) (array) (call_expression) (new_expression)])) @chunk.open)

; Calls that are given a function, as `define(...)` and `app.get(...)`, and tests: the function stands for them.
; Their titles are sentences and no names, so nothing in symbols.scm labels them.
(program (expression_statement (call_expression arguments: (arguments [
  (arrow_function body: (_) @name)
  (function_expression body: (_) @name)
]))) @chunk.open)
((expression_statement (call_expression
  function: [(identifier) @_word (member_expression object: (identifier) @_word)]
  arguments: (arguments [(arrow_function body: (_) @name) (function_expression body: (_) @name)]))) @chunk.open
  (#any-of? @_word "describe" "context" "suite"))
((expression_statement (call_expression
  function: [
    (identifier) @_word
    (member_expression object: (identifier) @_word)
    (call_expression function: (member_expression object: (identifier) @_word))
  ]
  arguments: (arguments [(arrow_function body: (_) @name) (function_expression body: (_) @name)]))) @chunk
  (#any-of? @_word "it" "test" "specify" "bench" "QUnit"))
