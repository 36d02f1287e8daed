; `(_ declarator: ... parameters: (_))` is a function's declarator, `(_ scope: ... name: ...)` a qualified name. Inner
; steps are `_` and alike patterns are one: the time to compile a query grows with its named steps that have children.

; A name lies right under its function's declarator, or under up to two pointers and references; out of its class or
; namespace, it is `Type::name` or `space::Type::name`.
(function_definition type: (_) declarator: (_ declarator: [(identifier) (field_identifier) (operator_name)] @name parameters: (_))) @chunk
(function_definition declarator: [
  (operator_cast) @name
  (_ name: (operator_cast) @name)
  (_ declarator: [
    (destructor_name) @name
    (_ name: (_ !name) @name)
    (_ name: (_ scope: (_) name: (_ !name) @name))
  ] parameters: (_))
  (_ [
    (_ declarator: [
      (identifier) @name
      (field_identifier) @name
      (operator_name) @name
      (_ scope: (_) name: (_ !name) @name)
      (_ name: (_ scope: (_) name: (_ !name) @name))
    ] parameters: (_))
    (_ (_ declarator: [
      (identifier) @name
      (field_identifier) @name
      (operator_name) @name
      (_ scope: (_) name: (_ !name) @name)
    ] parameters: (_)))
  ])
]) @chunk
(function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_)) (field_initializer_list)) @chunk
(field_declaration_list (function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_))) @chunk)
(template_declaration (_ declarator: [
  (_ declarator: [
    (identifier) @name
    (field_identifier) @name
    (operator_name) @name
    (_ name: (_ !name) @name)
    (_ name: (_ scope: (_) name: (_ !name) @name))
  ] parameters: (_))
  (_ (_ declarator: [
    (identifier) @name
    (field_identifier) @name
    (operator_name) @name
    (_ scope: (_) name: (_ !name) @name)
    (_ name: (_ scope: (_) name: (_ !name) @name))
  ] parameters: (_)))
])) @chunk

; What a test macro names: `TEST(suite, name) {` and `TEST(name) {`.
(translation_unit (function_definition !type declarator: (_ parameters: (_ (_ type: (type_identifier) @name !declarator) .)) body: (_)) @chunk)
(declaration_list (function_definition !type declarator: (_ parameters: (_ (_ type: (type_identifier) @name !declarator) .)) body: (_)) @chunk)

; Prototypes, where a declaration (it ends in `;`) cannot be a variable with arguments.
(field_declaration declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_))
  (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_)))
]) @chunk
(declaration declarator: [
  (_ declarator: [(identifier) (operator_name) (destructor_name)] @name parameters: (_))
  (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))
]) @chunk

(namespace_definition name: [(namespace_identifier) (nested_namespace_specifier)] @name) @chunk.open
(namespace_definition !name "namespace" @name) @chunk.open
(class_specifier name: [(type_identifier) @name (_ name: (type_identifier) @name)] body: (_)) @chunk.open
(struct_specifier name: [(type_identifier) @name (_ name: (type_identifier) @name)] body: (_)) @chunk.open
(union_specifier name: (type_identifier) @name body: (_)) @chunk
(enum_specifier name: (type_identifier) @name body: (_)) @chunk
(template_declaration (_ name: [(type_identifier) @name (_ name: (type_identifier) @name)] body: (_))) @chunk.open
(type_definition type: (_ name: (type_identifier) @name body: (_))) @chunk
(type_definition type: (_ !name body: (_)) declarator: (type_identifier) @name) @chunk
(type_definition declarator: (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)) parameters: (_))) @chunk
(template_declaration (alias_declaration name: (type_identifier) @name)) @chunk
(template_declaration (concept_definition name: (identifier) @name)) @chunk
(preproc_function_def name: (identifier) @name) @chunk

; `class API Name {`, where API is a macro, is read as a function.
(function_definition type: (class_specifier !body) declarator: (identifier) @name body: (_)) @chunk.open
(function_definition type: (struct_specifier !body) declarator: (identifier) @name body: (_)) @chunk.open

; `MACRO`, alone on its line, and then `namespace name {` are read as a function of that type.
((function_definition declarator: (identifier) @word (ERROR . (identifier) @name) body: (_)) @chunk.open (#eq? @word "namespace"))

; Tables.
(declaration declarator: (_ declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name))] value: (initializer_list))) @chunk
