(function_definition declarator: (function_declarator declarator: (identifier) @name)) @chunk
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))) @chunk
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @chunk
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @chunk
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))) @chunk
(function_definition declarator: (parenthesized_declarator (identifier) @name)) @chunk

(declaration declarator: (function_declarator declarator: (identifier) @name)) @chunk
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (identifier) @name))) @chunk
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @chunk
(declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @chunk

(struct_specifier name: (type_identifier) @name body: (_)) @chunk
(union_specifier name: (type_identifier) @name body: (_)) @chunk
(enum_specifier name: (type_identifier) @name body: (_)) @chunk
(type_definition type: (_ name: (type_identifier) @name body: (_))) @chunk
(type_definition type: (_ !name body: (_)) declarator: (type_identifier) @name) @chunk
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @chunk
(preproc_function_def name: (identifier) @name) @chunk

; Tables.
(declaration declarator: (init_declarator declarator: [
  (identifier) @name
  (array_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
] value: (initializer_list))) @chunk
