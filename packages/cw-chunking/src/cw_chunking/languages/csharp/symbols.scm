(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(struct_declaration name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name) @definition.record
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.delegate

(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration name: (identifier) @name) @definition.destructor
(operator_declaration operator: _ @name) @definition.operator
(conversion_operator_declaration type: (_) @name) @definition.operator
(property_declaration name: (identifier) @name) @definition.property
(indexer_declaration "this" @name) @definition.indexer
(event_declaration name: (identifier) @name) @definition.event
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.event
; The last modifier tells a constant from a field.
(field_declaration (modifier "const") . (variable_declaration (variable_declarator name: (identifier) @name))) @definition.constant
(field_declaration (modifier ["public" "private" "protected" "internal" "static" "readonly" "volatile" "unsafe" "new" "required" "override" "virtual"]) . (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration (attribute_list) . (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration . (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(local_function_statement name: (identifier) @name) @definition.function

(invocation_expression function: [(identifier) @name (generic_name (identifier) @name)]) @reference.call
(invocation_expression function: (member_access_expression expression: _ @receiver name: [(identifier) @name (generic_name (identifier) @name)])) @reference.call
(invocation_expression function: (conditional_access_expression condition: (_) @receiver (member_binding_expression name: [(identifier) @name (generic_name (identifier) @name)]))) @reference.call
; What is made is called and its type is used.
(object_creation_expression type: [(identifier) @name (generic_name (identifier) @name) (qualified_name name: [(identifier) @name (generic_name (identifier) @name)])]) @reference.call
(base_list [(identifier) @name (generic_name (identifier) @name) (qualified_name name: [(identifier) @name (generic_name (identifier) @name)])]) @reference.inherit
(base_list (primary_constructor_base_type type: [(identifier) @name (generic_name (identifier) @name)])) @reference.inherit
(_ type: [(identifier) @name (generic_name (identifier) @name) (qualified_name name: [(identifier) @name (generic_name (identifier) @name)])]) @reference.type
(_ returns: [(identifier) @name (generic_name (identifier) @name) (qualified_name name: [(identifier) @name (generic_name (identifier) @name)])]) @reference.type
(type_argument_list [(identifier) @name (generic_name (identifier) @name)]) @reference.type
(attribute name: [(identifier) @name (qualified_name name: (identifier) @name)]) @reference.type
(as_expression right: [(identifier) @name (generic_name (identifier) @name)]) @reference.type
(using_directive !name (identifier) @name) @reference.import
((using_directive (qualified_name) @name) @reference.import (#not-match? @name "<"))
