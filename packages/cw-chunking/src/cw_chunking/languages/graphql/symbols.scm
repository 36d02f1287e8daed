(object_type_definition (description)? @doc (name) @name) @definition.type
(interface_type_definition (description)? @doc (name) @name) @definition.interface
(input_object_type_definition (description)? @doc (name) @name) @definition.input
(enum_type_definition (description)? @doc (name) @name) @definition.enum
(union_type_definition (description)? @doc (name) @name) @definition.union
(scalar_type_definition (description)? @doc (name) @name) @definition.scalar
(directive_definition (description)? @doc (name) @name) @definition.directive
(object_type_extension (name) @name) @definition.extension
(interface_type_extension (name) @name) @definition.extension
(input_object_type_extension (name) @name) @definition.extension
(enum_type_extension (name) @name) @definition.extension
(field_definition (description)? @doc (name) @name) @definition.field
(input_fields_definition (input_value_definition (description)? @doc (name) @name) @definition.field)
(enum_value_definition (description)? @doc (enum_value (name) @name)) @definition.variant
(operation_definition (operation_type "query") (name) @name) @definition.query
(operation_definition (operation_type "mutation") (name) @name) @definition.mutation
(operation_definition (operation_type "subscription") (name) @name) @definition.subscription
(fragment_definition (fragment_name) @name) @definition.fragment

(implements_interfaces (named_type (name) @name)) @reference.inherit
(type (named_type (name) @name)) @reference.type
(non_null_type (named_type (name) @name)) @reference.type
(union_member_types (named_type (name) @name)) @reference.type
(type_condition (named_type (name) @name)) @reference.type
(root_operation_type_definition (named_type (name) @name)) @reference.type
(operation_definition (selection_set (selection (field (name) @name)))) @reference.call
(fragment_spread (fragment_name) @name) @reference.call
(directive (name) @name) @reference.call
