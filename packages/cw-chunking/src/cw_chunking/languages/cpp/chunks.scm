; A name lies right under its function's declarator, or under up to two pointers and references.
(function_definition type: (_) declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)) @chunk
(function_definition declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))) @chunk
(function_definition declarator: (_ (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)))) @chunk
(function_definition declarator: (function_declarator declarator: (template_function name: (identifier) @name))) @chunk
(function_definition declarator: (operator_cast) @name) @chunk
(function_definition declarator: (function_declarator declarator: (destructor_name) @name)) @chunk
(function_definition !type declarator: (function_declarator declarator: (identifier) @name) (field_initializer_list)) @chunk
(field_declaration_list (function_definition !type declarator: (function_declarator declarator: (identifier) @name)) @chunk)
(template_declaration (_ declarator: (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))) @chunk
(template_declaration (_ declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)))) @chunk
(template_declaration (_ declarator: (function_declarator declarator: (template_function name: (identifier) @name)))) @chunk

; Out of their class: `Type::name` and `space::Type::name`.
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (_ !name) @name))) @chunk
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier name: (_ !name) @name)))) @chunk
(function_definition declarator: (_ (_ (function_declarator declarator: (qualified_identifier name: (_ !name) @name))))) @chunk
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (_ !name) @name)))) @chunk
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (_ !name) @name))))) @chunk
(function_definition declarator: (qualified_identifier name: (operator_cast) @name)) @chunk
(template_declaration (_ declarator: (function_declarator declarator: (qualified_identifier name: (_ !name) @name)))) @chunk
(template_declaration (_ declarator: (_ (function_declarator declarator: (qualified_identifier name: (_ !name) @name))))) @chunk
(template_declaration (_ declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (_ !name) @name))))) @chunk
(template_declaration (_ declarator: (_ (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (_ !name) @name)))))) @chunk

; What a test macro names: `TEST(suite, name) {` and `TEST(name) {`.
(translation_unit (function_definition !type declarator: (function_declarator parameters: (parameter_list (parameter_declaration type: (type_identifier) @name !declarator) .))) @chunk)
(declaration_list (function_definition !type declarator: (function_declarator parameters: (parameter_list (parameter_declaration type: (type_identifier) @name !declarator) .))) @chunk)

; Prototypes, where a declaration cannot be a variable with arguments.
(field_declaration declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name)) @chunk
(field_declaration declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @chunk
(field_declaration_list (declaration declarator: (function_declarator declarator: (destructor_name) @name)) @chunk)
(class_specifier name: (type_identifier) @class body: (field_declaration_list (declaration declarator: (function_declarator declarator: (identifier) @name)) @chunk) (#eq? @class @name))
(struct_specifier name: (type_identifier) @class body: (field_declaration_list (declaration declarator: (function_declarator declarator: (identifier) @name)) @chunk) (#eq? @class @name))
(translation_unit (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @chunk)
(declaration_list (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @chunk)
(linkage_specification (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @chunk)
(preproc_ifdef (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @chunk)
(preproc_if (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @chunk)
(preproc_else (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (_ (function_declarator declarator: [(identifier) (operator_name)] @name))]) @chunk)

(namespace_definition name: (namespace_identifier) @name) @chunk.open
(namespace_definition name: (nested_namespace_specifier) @name) @chunk.open
(namespace_definition !name "namespace" @name) @chunk.open
(class_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier name: (type_identifier) @name)] body: (_)) @chunk.open
(struct_specifier name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier name: (type_identifier) @name)] body: (_)) @chunk.open
(union_specifier name: (type_identifier) @name body: (_)) @chunk
(enum_specifier name: (type_identifier) @name body: (_)) @chunk
(template_declaration (_ name: [(type_identifier) @name (template_type name: (type_identifier) @name) (qualified_identifier name: (type_identifier) @name)] body: (_))) @chunk.open
(type_definition type: (_ name: (type_identifier) @name body: (_))) @chunk
(type_definition type: (_ !name body: (_)) declarator: (type_identifier) @name) @chunk
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @chunk
(template_declaration (alias_declaration name: (type_identifier) @name)) @chunk
(template_declaration (concept_definition name: (identifier) @name)) @chunk
(preproc_function_def name: (identifier) @name) @chunk

; `class API Name {`, where API is a macro, is read as a function.
(function_definition type: (class_specifier !body) declarator: (identifier) @name body: (compound_statement)) @chunk.open
(function_definition type: (struct_specifier !body) declarator: (identifier) @name body: (compound_statement)) @chunk.open

; `MACRO`, alone on its line, and then `namespace name {` are read as a function of that type.
((function_definition declarator: (identifier) @word (ERROR . (identifier) @name) body: (compound_statement)) @chunk.open (#eq? @word "namespace"))

; Tables.
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name))] value: (initializer_list))) @chunk)
(declaration_list (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (_ (array_declarator declarator: (identifier) @name))] value: (initializer_list))) @chunk)
