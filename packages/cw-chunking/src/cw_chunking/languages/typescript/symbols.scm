(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.member)
(enum_assignment name: (property_identifier) @name) @definition.member
(type_alias_declaration name: (type_identifier) @name) @definition.type
(internal_module name: [(identifier) (nested_identifier)] @name) @definition.namespace
(module name: [(identifier) (nested_identifier)] @name) @definition.namespace
(module name: (string (string_fragment) @name)) @definition.module

(method_definition name: [(property_identifier) (private_property_identifier) (computed_property_name)] @name) @definition.method
(method_definition name: (string (string_fragment) @name)) @definition.method
((class_body (method_definition name: (property_identifier) @name) @definition.constructor) (#eq? @name "constructor"))
(abstract_method_signature name: (_) @name) @definition.method
(method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name) @definition.field
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.field))
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
(pair key: (string (string_fragment) @name) value: [(arrow_function) (function_expression) (generator_function)]) @definition.method

(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(function_expression name: (identifier) @name) @definition.function

; Values of the module; what `require` gives is an import.
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (await_expression) (parenthesized_expression)
  (subscript_expression) (assignment_expression) (as_expression) (satisfies_expression) (non_null_expression)
]) @definition.constant))
((program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name
  value: [(call_expression) (member_expression)] @_value) @definition.constant)) (#not-match? @_value "^require\\b"))
(export_statement declaration: (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (await_expression) (parenthesized_expression)
  (subscript_expression) (call_expression) (member_expression) (identifier)
  (as_expression) (satisfies_expression) (non_null_expression)
]) @definition.constant))
(export_statement declaration: (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name @definition.constant))))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name !value) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name !value) @definition.variable))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (await_expression) (call_expression) (as_expression)
]) @definition.variable))
((program (variable_declaration (variable_declarator name: (identifier) @name value: [
  (object) (array) (string) (template_string) (number) (true) (false) (null) (undefined) (regex) (new_expression)
  (unary_expression) (binary_expression) (ternary_expression) (call_expression) (member_expression) (assignment_expression)
] @_value) @definition.variable)) (#not-match? @_value "^require\\b"))
(export_statement declaration: (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

(ambient_declaration (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))

; What a file exports without a name goes by the word `default`.
(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(export_statement "default" @name value: (class)) @definition.class
(export_statement "default" @name value: (object)) @definition.object
(export_statement "default" @name value: [
  (array) (string) (template_string) (call_expression) (new_expression) (await_expression) (ternary_expression) (binary_expression)
  (as_expression) (satisfies_expression)
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
(assignment_expression right: (class name: (type_identifier) @name) @definition.class)
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

(extends_clause value: (identifier) @name) @reference.inherit
(extends_clause value: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.inherit
(implements_clause [(type_identifier) @name (generic_type name: (type_identifier) @name)]) @reference.inherit
(implements_clause [
  (nested_type_identifier module: (_) @receiver name: (type_identifier) @name)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @name))
]) @reference.inherit
(extends_type_clause type: [(type_identifier) @name (generic_type name: (type_identifier) @name)]) @reference.inherit
(extends_type_clause type: [
  (nested_type_identifier module: (_) @receiver name: (type_identifier) @name)
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @name))
]) @reference.inherit

(type_identifier) @name @reference.type
(nested_type_identifier module: (_) @receiver name: (type_identifier) @name) @reference.type
(index_type_query (type_identifier) @name) @reference.type
(type_query (identifier) @name) @reference.type

(import_statement source: (string) @name) @reference.import
(import_require_clause source: (string) @name) @reference.import
(export_statement source: (string) @name) @reference.import
(call_expression function: (import) arguments: (arguments . (string) @name)) @reference.import
((call_expression function: (identifier) @_require arguments: (arguments . (string) @name)) @reference.import
  (#eq? @_require "require"))
