(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(class_definition body: (block (function_definition name: (identifier) @name) @definition.method))
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @name) @definition.method)))
(module (assignment left: (identifier) @name) @definition.constant)
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))

(call function: (identifier) @name) @reference.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call
(class_definition superclasses: (argument_list [(identifier) @name (attribute attribute: (identifier) @name)])) @reference.inherit
(type [(identifier) @name (attribute attribute: (identifier) @name) (generic_type (identifier) @name)]) @reference.type
(import_statement name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(import_from_statement module_name: (_) @receiver name: [(dotted_name) @name (aliased_import name: (dotted_name) @name)]) @reference.import
(import_from_statement module_name: (_) @receiver (wildcard_import) @name) @reference.import

; Docstrings.
(class_definition name: (identifier) @name body: (block . (string) @doc)) @definition.class
(function_definition name: (identifier) @name body: (block . (string) @doc)) @definition.function
