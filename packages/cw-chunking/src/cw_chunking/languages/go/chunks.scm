(function_declaration name: (identifier) @name) @chunk
(method_declaration name: (field_identifier) @name) @chunk

; A group of several types is cut into its types, one type with its keyword.
(type_declaration . [(type_spec name: (type_identifier) @name) (type_alias name: (type_identifier) @name)] .) @chunk
[(type_spec name: (type_identifier) @name) (type_alias name: (type_identifier) @name)] @chunk
(type_spec name: (type_identifier) @name type: (interface_type)) @chunk.open
(method_elem name: (field_identifier) @name) @chunk

; A group of constants or variables stays together and has no name of its own: its bracket stands for it.
(source_file (const_declaration . (const_spec . name: (identifier) @name) .) @chunk)
(source_file (const_declaration "(" @name) @chunk)
(source_file (var_declaration . (var_spec . name: (identifier) @name) .) @chunk)
(source_file (var_declaration (var_spec_list "(" @name)) @chunk)
