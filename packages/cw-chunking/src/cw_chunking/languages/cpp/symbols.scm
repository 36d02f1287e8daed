; A name lies right under its function's declarator, or under up to two pointers and references.
(function_definition type: (_) declarator: (function_declarator declarator: [(identifier) (operator_name)] @name)) @definition.function
(function_definition type: (_) declarator: (_ (function_declarator declarator: [(identifier) (operator_name)] @name))) @definition.function
(function_definition type: (_) declarator: (_ (_ (function_declarator declarator: [(identifier) (operator_name)] @name)))) @definition.function
(function_definition declarator: (function_declarator declarator: (template_function name: (identifier) @name))) @definition.function
(function_definition declarator: (operator_cast) @name) @definition.method

; In its class.
(function_definition declarator: (function_declarator declarator: (field_identifier) @name)) @definition.method
(function_definition declarator: (_ (function_declarator declarator: (field_identifier) @name))) @definition.method
(function_definition declarator: (_ (_ (function_declarator declarator: (field_identifier) @name)))) @definition.method
(field_declaration_list (function_definition declarator: [(function_declarator declarator: (operator_name) @name) (_ (function_declarator declarator: (operator_name) @name))]) @definition.method)
(field_declaration_list (template_declaration (function_definition type: (_) declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.method))
(field_declaration_list (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor)
(function_definition !type declarator: (function_declarator declarator: (identifier) @name) (field_initializer_list)) @definition.constructor
(field_declaration_list (template_declaration (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @definition.constructor))
(function_definition declarator: (function_declarator declarator: (destructor_name) @name)) @definition.destructor

; Out of their class: `Type::name` and `space::Type::name`.
(function_definition type: (_) declarator: (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (_ !name) @name))) @definition.method
(function_definition type: (_) declarator: (_ (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (_ !name) @name)))) @definition.method
(function_definition type: (_) declarator: (_ (_ (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (_ !name) @name))))) @definition.method
(function_definition type: (_) declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (_ !name) @name)))) @definition.method
(function_definition type: (_) declarator: (_ (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (_ !name) @name))))) @definition.method
(function_definition !type declarator: (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name))) @definition.constructor
(function_definition !type declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name)))) @definition.constructor
(function_definition !type declarator: (function_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (destructor_name) @name))) @definition.destructor
(function_definition !type declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (destructor_name) @name)))) @definition.destructor
(function_definition declarator: (qualified_identifier scope: (namespace_identifier) @container name: (operator_cast) @name)) @definition.method

; What a test macro names: `TEST(suite, name) {` and `TEST(name) {`.
(translation_unit (function_definition !type declarator: (function_declarator declarator: (identifier) parameters: (parameter_list . (parameter_declaration type: (type_identifier) @container !declarator) . (parameter_declaration type: (type_identifier) @name !declarator) .))) @definition.function)
(declaration_list (function_definition !type declarator: (function_declarator declarator: (identifier) parameters: (parameter_list . (parameter_declaration type: (type_identifier) @container !declarator) . (parameter_declaration type: (type_identifier) @name !declarator) .))) @definition.function)
(translation_unit (function_definition !type declarator: (function_declarator declarator: (identifier) parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name !declarator) .))) @definition.function)
(declaration_list (function_definition !type declarator: (function_declarator declarator: (identifier) parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name !declarator) .))) @definition.function)

; Prototypes, where a declaration cannot be a variable with arguments. One that is `= 0` is a method of its own.
(field_declaration declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name)) @definition.prototype
(field_declaration declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @definition.prototype
(field_declaration declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name) default_value: (number_literal)) @definition.method
(field_declaration declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)) default_value: (number_literal)) @definition.method
(field_declaration_list (declaration declarator: (function_declarator declarator: (destructor_name) @name)) @definition.prototype)
(class_specifier name: (type_identifier) @class body: (field_declaration_list (declaration declarator: (function_declarator declarator: (identifier) @name)) @definition.prototype) (#eq? @class @name))
(struct_specifier name: (type_identifier) @class body: (field_declaration_list (declaration declarator: (function_declarator declarator: (identifier) @name)) @definition.prototype) (#eq? @class @name))
(translation_unit (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)
(declaration_list (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)
(linkage_specification (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)
(template_declaration (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)
(preproc_ifdef (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)
(preproc_if (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)
(preproc_else (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @definition.prototype)

(namespace_definition name: (_) @name) @definition.namespace
(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_)) @definition.class
(class_specifier name: (qualified_identifier scope: (namespace_identifier) @container name: (type_identifier) @name) body: (_)) @definition.class
(struct_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)] body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier scope: (namespace_identifier) @container name: (type_identifier) @name) body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.concept
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (pointer_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field

; `class API Name {`, where API is a macro, is read as a function.
(function_definition type: (class_specifier !body) declarator: (identifier) @name body: (compound_statement)) @definition.class
(function_definition type: (struct_specifier !body) declarator: (identifier) @name body: (compound_statement)) @definition.struct

; `MACRO`, alone on its line, and then `namespace name {` are read as a function of that type.
((function_definition declarator: (identifier) @word (ERROR . (identifier) @name) body: (compound_statement)) @definition.namespace (#eq? @word "namespace"))

; `typedef struct node {...} node_t`: the struct is the definition, its second name stands alone at the end.
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (_ name: (_) body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (_ !body) declarator: (type_identifier) @name) @definition.type
(type_definition type: (_ !body) declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(type_definition declarator: (_ (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (type_identifier) @name))) @definition.type
(type_definition declarator: (function_declarator declarator: (type_identifier) @name)) @definition.type

(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

; Variables of a file or a namespace, never of a function.
(translation_unit (declaration declarator: [(identifier) @name (init_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name)) (init_declarator declarator: (_ (array_declarator declarator: (identifier) @name))) (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name) (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))]) @definition.variable)
(declaration_list (declaration declarator: [(identifier) @name (init_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name)) (init_declarator declarator: (_ (array_declarator declarator: (identifier) @name))) (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name) (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))]) @definition.variable)
(declaration_list (declaration (type_qualifier ["const" "constexpr"]) declarator: (init_declarator declarator: (identifier) @name)) @definition.constant)
(translation_unit (declaration (type_qualifier ["const" "constexpr"]) declarator: (init_declarator declarator: (identifier) @name)) @definition.constant)
(declaration declarator: (init_declarator declarator: (qualified_identifier scope: [(namespace_identifier) @container (template_type name: (_) @container)] name: (identifier) @name))) @definition.variable

(call_expression function: [(identifier) @name (template_function name: (identifier) @name)]) @reference.call
(call_expression function: (field_expression argument: (_) @receiver field: [(field_identifier) @name (template_method name: (field_identifier) @name)])) @reference.call
(call_expression function: (qualified_identifier scope: (_) @receiver name: [(identifier) @name (template_function name: (identifier) @name)])) @reference.call
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @receiver name: [(identifier) @name (template_function name: (identifier) @name)]))) @reference.call
(base_class_clause [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)])]) @reference.inherit
(_ type: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier name: [(type_identifier) @name (template_type name: (type_identifier) @name)])]) @reference.type
(struct_specifier name: (type_identifier) @name !body) @reference.type
(class_specifier name: (type_identifier) @name !body) @reference.type
(union_specifier name: (type_identifier) @name !body) @reference.type
(enum_specifier name: (type_identifier) @name !body) @reference.type
(preproc_include path: (_) @name) @reference.import
