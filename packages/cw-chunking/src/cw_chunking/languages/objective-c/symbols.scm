(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.protocol
(method_declaration . (_) . (identifier) @name) @definition.method
(method_definition . (_) . (identifier) @name) @definition.method
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
(property_declaration (struct_declaration (struct_declarator (_ declarator: (identifier) @name)))) @definition.property
(property_declaration (struct_declaration (struct_declarator
  (_ declarator: (parenthesized_declarator (_ declarator: (identifier) @name)))))) @definition.property
(instance_variable (struct_declaration (struct_declarator (identifier) @name))) @definition.field
(instance_variable (struct_declaration (struct_declarator (_ declarator: (identifier) @name)))) @definition.field
((function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
  (#not-match? @name "^(NS|CF)_.*(ENUM|OPTIONS)$"))
(function_definition declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(ERROR (type_identifier) @definition.enum
  . (function_declarator declarator: (identifier) @_word parameters: (parameter_list . (identifier) . (identifier) @name))
  . (comment)* . (expression_statement) @end (#match? @_word "^(NS|CF)_.*(ENUM|OPTIONS)$"))
; Where its body is misread, such an enum may seem to go on to the end of the file: only its head is taken.
(function_definition type: (type_identifier) @definition.enum declarator: (function_declarator declarator: (identifier) @_word
  parameters: (parameter_list (_) . [(identifier) @name (parameter_declaration type: (type_identifier) @name)])) @end (#match? @_word "^(NS|CF)_.*(ENUM|OPTIONS)$"))
((comma_expression left: (identifier) @name @definition.constant) (#match? @name "^[A-Z]\\w*[a-z]"))
((comma_expression right: (identifier) @name @definition.constant) (#match? @name "^[A-Z]\\w*[a-z]"))
((comma_expression (assignment_expression left: (identifier) @name) @definition.constant) (#match? @name "^[A-Z]\\w*[a-z]"))
(enumerator name: (identifier) @name) @definition.constant
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (_ name: (_) body: (_)) declarator: (type_identifier) @name @definition.type)
(type_definition type: (_ !body) declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (_ declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)) parameters: (_))) @definition.type
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(translation_unit (declaration declarator: (_ declarator: (identifier) @name value: (_))) @definition.variable)
(translation_unit (declaration declarator: (_ declarator: (_ declarator: (identifier) @name) value: (_))) @definition.variable)

(message_expression receiver: (_) @receiver method: (identifier) @name) @reference.call
(call_expression function: (identifier) @name) @reference.call
(class_interface superclass: (identifier) @name) @reference.inherit
(class_interface (parameterized_arguments (type_name (type_identifier) @name))) @reference.inherit
(protocol_reference_list (identifier) @name) @reference.inherit
((type_identifier) @name @reference.type (#not-match? @name "^(t|nonnull|nullable|instancetype)$"))
(preproc_include path: (_) @name) @reference.import
(module_import path: (_) @name) @reference.import
