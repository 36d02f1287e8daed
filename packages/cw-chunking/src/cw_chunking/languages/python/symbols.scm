(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(class_definition body: (block [
  (function_definition name: (identifier) @name) @definition.method
  (decorated_definition definition: (function_definition name: (identifier) @name) @definition.method)
  (if_statement (block [
    (function_definition name: (identifier) @name) @definition.method
    (decorated_definition definition: (function_definition name: (identifier) @name) @definition.method)
  ]))
]))
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

; Several names of one assignment stand side by side, not inside each other.
(module (assignment left: (identifier) @name) @definition.constant)
(module (assignment left: (pattern_list (identifier) @name @definition.constant)))
(module (if_statement consequence: (block (assignment left: (identifier) @name) @definition.constant)))
(module (try_statement body: (block (assignment left: (identifier) @name) @definition.constant)))
(class_definition body: (block (assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @definition.field))

(call function: (identifier) @name) @reference.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call
(decorator [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)]) @reference.call
(class_definition superclasses: (argument_list [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (subscript value: [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
])) @reference.inherit

; Types in annotations, alone, in unions of up to three, with parameters, in quotes; and in `except`.
(type [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (generic_type . (identifier) @name)
  (subscript [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
  (list (identifier) @name)
  (binary_operator [
    (identifier) @name
    (attribute object: (_) @receiver attribute: (identifier) @name)
    (subscript value: (identifier) @name)
    (binary_operator [
      (identifier) @name
      (attribute object: (_) @receiver attribute: (identifier) @name)
      (subscript value: (identifier) @name)
    ])
  ])
]) @reference.type
((type (string (string_content) @name)) @reference.type (#match? @name "^\\w+$"))
(except_clause value: [
  (identifier) @name
  (attribute object: (_) @receiver attribute: (identifier) @name)
  (as_pattern . [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
  (tuple [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)])
  (as_pattern . (tuple [(identifier) @name (attribute object: (_) @receiver attribute: (identifier) @name)]))
]) @reference.type

(import_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(import_from_statement module_name: (_) @receiver name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(import_from_statement module_name: (_) @receiver (wildcard_import) @name) @reference.import
(future_import_statement "__future__" @receiver name: (dotted_name) @name) @reference.import

; Docstrings.
(class_definition name: (identifier) @name body: (block . (string) @doc)) @definition.class
(function_definition name: (identifier) @name body: (block . (string) @doc)) @definition.function
