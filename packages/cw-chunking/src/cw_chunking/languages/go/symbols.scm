(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (generic_type type: (type_identifier) @container)
    (pointer_type [(type_identifier) @container (generic_type type: (type_identifier) @container)])
    (parenthesized_type (pointer_type (type_identifier) @container))
  ]))
  name: (field_identifier) @name) @definition.method
(method_elem name: (field_identifier) @name) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name type: [
  (type_identifier) (qualified_type) (generic_type) (pointer_type) (function_type) (map_type)
  (slice_type) (array_type) (channel_type) (parenthesized_type)
]) @definition.type
(type_alias name: (type_identifier) @name) @definition.type

; Several names of one declaration stand side by side, not inside each other: each is its own definition.
(field_declaration . name: (field_identifier) @name . type: (_)) @definition.field
(field_declaration name: (field_identifier) @name @definition.field . ",")
(field_declaration "," . name: (field_identifier) @name @definition.field)

(source_file (const_declaration (const_spec . name: (identifier) @name .) @definition.constant))
(source_file (const_declaration (const_spec . name: (identifier) @name . type: (_)) @definition.constant))
(source_file (const_declaration (const_spec . name: (identifier) @name . value: (_)) @definition.constant))
(source_file (const_declaration (const_spec name: (identifier) @name @definition.constant . ",")))
(source_file (const_declaration (const_spec "," . name: (identifier) @name @definition.constant)))
(source_file (var_declaration (var_spec . name: (identifier) @name . type: (_)) @definition.variable))
(source_file (var_declaration (var_spec . name: (identifier) @name . value: (_)) @definition.variable))
(source_file (var_declaration (var_spec name: (identifier) @name @definition.variable . ",")))
(source_file (var_declaration (var_spec "," . name: (identifier) @name @definition.variable)))
(source_file (var_declaration (var_spec_list (var_spec . name: (identifier) @name . type: (_)) @definition.variable)))
(source_file (var_declaration (var_spec_list (var_spec . name: (identifier) @name . value: (_)) @definition.variable)))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name @definition.variable . ","))))
(source_file (var_declaration (var_spec_list (var_spec "," . name: (identifier) @name @definition.variable))))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)) @reference.call
(type_conversion_expression type: (generic_type type: [
  (type_identifier) @name
  (qualified_type package: (_) @receiver name: (type_identifier) @name)
])) @reference.call

(field_declaration !name type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (qualified_type package: (_) @receiver name: (type_identifier) @name)
]) @reference.inherit
(interface_type (type_elem [
  (type_identifier) @name
  (qualified_type package: (_) @receiver name: (type_identifier) @name)
])) @reference.inherit

(type_identifier) @name @reference.type
(qualified_type package: (_) @receiver name: (type_identifier) @name) @reference.type

(import_spec path: (_) @name) @reference.import
(package_clause (package_identifier) @name) @definition.package
