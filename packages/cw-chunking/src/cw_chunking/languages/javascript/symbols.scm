(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (identifier) @name) @definition.class

(method_definition name: [(property_identifier) (private_property_identifier) (computed_property_name)] @name) @definition.method
(method_definition name: (string (string_fragment) @name)) @definition.method
((class_body (method_definition name: (property_identifier) @name) @definition.constructor) (#eq? @name "constructor"))
(field_definition property: (_) @name) @definition.field
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
(pair key: (string (string_fragment) @name) value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(function_expression name: (identifier) @name) @definition.function

; Values of the module; what `require` gives is an import.
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (await_expression) (parenthesized_expression)
  (subscript_expression) (assignment_expression) (jsx_element) (jsx_self_closing_element)
]) @definition.constant))
((program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name
  value: [(call_expression) (member_expression)] @_value) @definition.constant)) (#not-match? @_value "^require\\b"))
(export_statement declaration: (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (await_expression) (parenthesized_expression)
  (subscript_expression) (call_expression) (member_expression) (identifier) (jsx_element) (jsx_self_closing_element)
]) @definition.constant))
(export_statement declaration: (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant))))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name !value) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name !value) @definition.variable))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (await_expression) (call_expression)
]) @definition.variable))
((program (variable_declaration (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (call_expression) (member_expression) (assignment_expression)
] @_value) @definition.variable)) (#not-match? @_value "^require\\b"))
(export_statement declaration: (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

; What a file exports without a name goes by the word `default`.
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(export_statement "default" @name value: (class)) @definition.class
(export_statement "default" @name value: (object)) @definition.object
(export_statement "default" @name value: [
  (array) (string) (template_string) (call_expression) (new_expression) (await_expression) (ternary_expression) (binary_expression)
]) @definition.constant

; exports.f = function, module.exports = function, Foo.prototype.bar = function, app.handle = function
((assignment_expression
  left: (member_expression
    object: [(identifier) @_object (member_expression property: (property_identifier) @_object)]
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
  (#eq? @_object "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.method
  (#not-eq? @container "exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression property: (property_identifier) @_last) @container
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.method
  (#not-match? @_last "^(exports|prototype)$"))
((assignment_expression
  left: (member_expression
    object: (member_expression
      object: [(identifier) @container (member_expression property: (_) @container)]
      property: (property_identifier) @_last)
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.method
  (#eq? @_last "prototype"))
((assignment_expression
  left: (member_expression object: (identifier) @_object property: (property_identifier) @name) @definition.function
  right: (assignment_expression right: [(arrow_function) (function_expression) (generator_function)]))
  (#eq? @_object "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name) @definition.method
  right: (assignment_expression right: [(arrow_function) (function_expression) (generator_function)]))
  (#not-match? @container "^(exports|module)$"))
(assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.method
((assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @_last)
  right: (object [
    (pair key: (property_identifier) @name value: [(arrow_function) (function_expression) (generator_function)])
    (method_definition name: (property_identifier) @name)
  ] @definition.method)) (#eq? @_last "prototype"))
(assignment_expression right: (class name: (identifier) @name) @definition.class)
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (class !name)) @definition.class
((program (expression_statement (assignment_expression
  left: (member_expression
    object: [(identifier) @_object (member_expression property: (property_identifier) @_object)]
    property: (property_identifier) @name)
  right: [
    (object) (array) (string) (template_string) (number) (true) (false) (regex) (new_expression) (binary_expression)
  ]) @definition.constant)) (#eq? @_object "exports"))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(new_expression constructor: (identifier) @name) @reference.call
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.call
((jsx_opening_element name: (identifier) @name) @reference.call (#match? @name "^[A-Z]"))
((jsx_self_closing_element name: (identifier) @name) @reference.call (#match? @name "^[A-Z]"))
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.call
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.call

(class_heritage [
  (identifier) @name
  (member_expression object: (_) @receiver property: (property_identifier) @name)
]) @reference.inherit

(import_statement source: (string) @name) @reference.import
(export_statement source: (string) @name) @reference.import
(call_expression function: (import) arguments: (arguments . (string) @name)) @reference.import
((call_expression function: (identifier) @_require arguments: (arguments . (string) @name)) @reference.import
  (#eq? @_require "require"))
