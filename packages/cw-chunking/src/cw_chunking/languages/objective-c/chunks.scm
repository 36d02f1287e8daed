(class_interface . (identifier) @name) @chunk.open
(class_implementation . (identifier) @name) @chunk.open
(protocol_declaration . (identifier) @name) @chunk.open
(method_declaration . (_) . (identifier) @name) @chunk
(method_definition . (_) . (identifier) @name) @chunk
((function_definition declarator: (function_declarator declarator: (identifier) @name)) @chunk
  (#not-match? @name "^(NS|CF)_.*(ENUM|OPTIONS)$"))
(function_definition declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @chunk
(translation_unit (struct_specifier name: (type_identifier) @name body: (_)) @chunk)
(translation_unit (enum_specifier name: (type_identifier) @name body: (_)) @chunk)
(type_definition type: (_ name: (type_identifier) @name body: (_))) @chunk
(type_definition type: (_ !name body: (_)) declarator: (type_identifier) @name) @chunk
(preproc_function_def name: (identifier) @name) @chunk
(ERROR (type_identifier) @chunk
  . (function_declarator declarator: (identifier) @_word parameters: (parameter_list . (identifier) . (identifier) @name))
  . (comment)* . (expression_statement) @end (#match? @_word "^(NS|CF)_.*(ENUM|OPTIONS)$"))
