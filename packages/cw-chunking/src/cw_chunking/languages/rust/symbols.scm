(mod_item name: (identifier) @name body: (declaration_list)) @definition.module
(struct_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(union_item name: (type_identifier) @name) @definition.union
(trait_item name: (type_identifier) @name) @definition.trait
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(macro_definition name: (identifier) @name) @definition.macro
(source_file (type_item name: (type_identifier) @name) @definition.type)
(mod_item body: (declaration_list (type_item name: (type_identifier) @name) @definition.type))
(associated_type name: (type_identifier) @name) @definition.type
(enum_variant name: (identifier) @name) @definition.variant
(field_declaration name: (field_identifier) @name) @definition.field
; What has a name and a type, right under the file or in a block of items: `const` and `static`.
(source_file (_ name: (identifier) @name type: (_)) @definition.constant)
(declaration_list (_ name: (identifier) @name type: (_)) @definition.constant)

(trait_item body: (declaration_list [
  (function_item name: (identifier) @name parameters: (parameters (self_parameter)))
  (function_signature_item name: (identifier) @name parameters: (parameters (self_parameter)))
] @definition.method))

; What an impl block holds belongs to its type, whatever references and arguments the type is written with.
; The types it binds (`type Error = E`) are none of its own.
(impl_item
  type: [
    (type_identifier) @container
    (primitive_type) @container
    (tuple_type) @container
    (unit_type) @container
    (pointer_type) @container
    (never_type) @container
    (function_type) @container
    (array_type) @container
    (metavariable) @container
    (scoped_type_identifier name: (type_identifier) @container)
    (generic_type type: (type_identifier) @container)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @container))
    (reference_type type: (type_identifier) @container)
    (reference_type type: (primitive_type) @container)
    (reference_type type: (array_type) @container)
    (reference_type type: (metavariable) @container)
    (reference_type type: (scoped_type_identifier name: (type_identifier) @container))
    (reference_type type: (dynamic_type trait: (type_identifier) @container))
    (reference_type type: (generic_type type: (type_identifier) @container))
    (dynamic_type trait: (type_identifier) @container)
  ]
  body: (declaration_list [
    (function_item name: (identifier) @name) @definition.function
    (function_item name: (identifier) @name parameters: (parameters (self_parameter))) @definition.method
    (const_item name: (identifier) @name) @definition.constant
  ]))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.call
(generic_function function: (identifier) @name) @reference.call
(generic_function function: (field_expression value: (_) @receiver field: (field_identifier) @name)) @reference.call
(generic_function function: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.call
(macro_invocation macro: (identifier) @name) @reference.call
(macro_invocation macro: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.call
(token_tree (identifier) @name . (token_tree . "(")) @reference.call

(impl_item trait: [
  (type_identifier) @name
  (scoped_type_identifier name: (type_identifier) @name)
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
]) @reference.inherit
(trait_item bounds: (trait_bounds [
  (type_identifier) @name
  (scoped_type_identifier name: (type_identifier) @name)
  (generic_type type: (type_identifier) @name)
])) @reference.inherit

(type_identifier) @name @reference.type

; What `use` takes in is written out by the mechanism; in a module inside the file, the receiver is that module.
(use_declaration argument: (_) @name) @reference.import
(mod_item name: (identifier) @receiver body: (declaration_list (use_declaration argument: (_) @name))) @reference.import
(mod_item "mod" @receiver name: (identifier) @name !body) @reference.import
(extern_crate_declaration name: (identifier) @name) @reference.import
