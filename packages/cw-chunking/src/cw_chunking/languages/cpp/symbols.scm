; `(_ declarator: ... parameters: (_))` is a function's declarator, `(_ scope: ... name: ...)` a qualified name. Inner
; steps are `_` and alike patterns are one: the time to compile a query grows with its named steps that have children.

; A name lies right under its function's declarator, or under up to two pointers and references.
(function_definition type: (_) declarator: [
  (_ declarator: [(identifier) (operator_name)] @name parameters: (_))
  (_ [
    (_ declarator: [(identifier) (operator_name)] @name parameters: (_))
    (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))
  ])
]) @definition.function
(function_definition declarator: (_ declarator: (_ name: (identifier) @name arguments: (_)) parameters: (_))) @definition.function

; In its class.
(function_definition declarator: [
  (operator_cast) @name
  (_ scope: (namespace_identifier) @container name: (operator_cast) @name)
  (_ declarator: (field_identifier) @name parameters: (_))
  (_ [
    (_ declarator: (field_identifier) @name parameters: (_))
    (_ (_ declarator: (field_identifier) @name parameters: (_)))
  ])
]) @definition.method
(field_declaration_list (function_definition declarator: [
  (_ declarator: (operator_name) @name parameters: (_))
  (_ (_ declarator: (operator_name) @name parameters: (_)))
]) @definition.method)
(field_declaration_list (template_declaration (function_definition type: (_) declarator: [
  (_ declarator: [(identifier) (operator_name)] @name parameters: (_))
  (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))
]) @definition.method))
(field_declaration_list (function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_))) @definition.constructor)
(function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_)) (field_initializer_list)) @definition.constructor
(field_declaration_list (template_declaration (function_definition !type declarator: (_ declarator: (identifier) @name parameters: (_))) @definition.constructor))
(function_definition declarator: (_ declarator: (destructor_name) @name parameters: (_))) @definition.destructor

; Out of their class: `Type::name` and `space::Type::name`.
(function_definition type: (_) declarator: [
  (_ declarator: [
    (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (_ !name) @name)
    (_ name: (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (_ !name) @name))
  ] parameters: (_))
  (_ (_ declarator: [
    (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (_ !name) @name)
    (_ name: (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (_ !name) @name))
  ] parameters: (_)))
  (_ (_ (_ declarator: (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (_ !name) @name) parameters: (_))))
]) @definition.method
(function_definition !type declarator: (_ declarator: [
  (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (identifier) @name)
  (_ name: (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (identifier) @name))
] parameters: (_))) @definition.constructor
(function_definition !type declarator: (_ declarator: [
  (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (destructor_name) @name)
  (_ name: (_ scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (destructor_name) @name))
] parameters: (_))) @definition.destructor

; What a test macro names: `TEST(suite, name) {` and `TEST(name) {`.
(translation_unit (function_definition !type declarator: (_ declarator: (identifier) parameters: [
  (_ . (_ type: (type_identifier) @container !declarator) . (_ type: (type_identifier) @name !declarator) .)
  (_ . (_ type: (type_identifier) @name !declarator) .)
]) body: (_)) @definition.function)
(declaration_list (function_definition !type declarator: (_ declarator: (identifier) parameters: [
  (_ . (_ type: (type_identifier) @container !declarator) . (_ type: (type_identifier) @name !declarator) .)
  (_ . (_ type: (type_identifier) @name !declarator) .)
]) body: (_)) @definition.function)

; Prototypes, where a declaration (it ends in `;`) cannot be a variable with arguments. One that is `= 0` is a method of its own.
(field_declaration declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_))
  (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_)))
]) @definition.prototype
(field_declaration declarator: [
  (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_))
  (_ (_ declarator: [(field_identifier) (operator_name)] @name parameters: (_)))
] default_value: (number_literal)) @definition.method
(field_declaration_list (declaration declarator: (_ declarator: (destructor_name) @name parameters: (_))) @definition.prototype)
(class_specifier name: (type_identifier) @class body: (field_declaration_list (declaration !type declarator: (_ declarator: (identifier) @name parameters: (_))) @definition.prototype) (#eq? @class @name))
(struct_specifier name: (type_identifier) @class body: (field_declaration_list (declaration !type declarator: (_ declarator: (identifier) @name parameters: (_))) @definition.prototype) (#eq? @class @name))
(translation_unit (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)
(declaration_list (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)
(linkage_specification (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)
(template_declaration (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)
(preproc_ifdef (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)
(preproc_if (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)
(preproc_else (declaration declarator: [(_ declarator: [(identifier) (operator_name)] @name parameters: (_)) (_ (_ declarator: [(identifier) (operator_name)] @name parameters: (_)))]) @definition.prototype)

(namespace_definition name: (_) @name) @definition.namespace
(class_specifier name: [
  (type_identifier) @name
  (_ name: (type_identifier) @name arguments: (_))
  (_ scope: (namespace_identifier) @container name: (type_identifier) @name)
] body: (_)) @definition.class
(struct_specifier name: [
  (type_identifier) @name
  (_ name: (type_identifier) @name arguments: (_))
  (_ scope: (namespace_identifier) @container name: (type_identifier) @name)
] body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.concept
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (reference_declarator (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)
  (_ declarator: (parenthesized_declarator (_ declarator: (field_identifier) @name)) parameters: (_))
]) @definition.field

; `class API Name {`, where API is a macro, is read as a function.
(function_definition type: (class_specifier !body) declarator: (identifier) @name body: (_)) @definition.class
(function_definition type: (struct_specifier !body) declarator: (identifier) @name body: (_)) @definition.struct

; `MACRO`, alone on its line, and then `namespace name {` are read as a function of that type.
((function_definition declarator: (identifier) @word (ERROR . (identifier) @name) body: (_)) @definition.namespace (#eq? @word "namespace"))

; `typedef struct node {...} node_t`: the struct is the definition, its second name stands alone at the end.
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (_ name: (_) body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (_ !body) declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @definition.type
(type_definition declarator: [
  (_ declarator: [(type_identifier) @name (parenthesized_declarator [(type_identifier) @name (_ declarator: (type_identifier) @name)])] parameters: (_))
  (_ (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)) parameters: (_)))
]) @definition.type

(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; Variables of a file or a namespace, never of a function.
(translation_unit (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (_ (array_declarator declarator: (identifier) @name))
  (_ declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name))] value: (_))
]) @definition.variable)
(declaration_list (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (_ (array_declarator declarator: (identifier) @name))
  (_ declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name))] value: (_))
]) @definition.variable)
; In a header, what its guard holds is right under the file.
(translation_unit (preproc_ifdef (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name)) (array_declarator declarator: (identifier) @name)])
]) @definition.variable))
(declaration_list (declaration (type_qualifier ["const" "constexpr"]) declarator: (_ declarator: (identifier) @name value: (_))) @definition.constant)
(translation_unit (declaration (type_qualifier ["const" "constexpr"]) declarator: (_ declarator: (identifier) @name value: (_))) @definition.constant)
(declaration declarator: (init_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (_ name: (_) @container)] name: (identifier) @name))) @definition.variable

; What is made with `new` is called and its type is used; a cast is no call.
((call_expression function: (template_function name: (identifier) @name)) @reference.call (#not-match? @name "_cast$"))
(new_expression type: [
  (type_identifier) @name
  (_ name: (type_identifier) @name arguments: (_))
  (_ scope: (_) @receiver name: [(type_identifier) @name (_ name: (type_identifier) @name arguments: (_))])
]) @reference.call
(call_expression function: [
  (identifier) @name
  (_ argument: (_) @receiver field: [(field_identifier) @name (_ name: (field_identifier) @name)])
  (_ scope: (_) @receiver name: [(identifier) @name (_ name: (identifier) @name arguments: (_))])
  (_ name: (_ scope: (_) @receiver name: [(identifier) @name (_ name: (identifier) @name arguments: (_))]))
]) @reference.call
(base_class_clause [(type_identifier) @name (_ name: [(type_identifier) @name (_ name: (type_identifier) @name arguments: (_))])]) @reference.inherit
(type_identifier) @name @reference.type
(preproc_include path: (_) @name) @reference.import

; Who may use the members after it.
(access_specifier) @visibility
