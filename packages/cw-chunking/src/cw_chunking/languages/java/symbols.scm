(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(record_declaration name: (identifier) @name) @definition.record
(annotation_type_declaration name: (identifier) @name) @definition.annotation
(module_declaration name: (_) @name) @definition.module
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor
(enum_constant name: (identifier) @name) @definition.constant

; A field that is static and final is a constant; a second name of one declaration stands beside the first, not in it.
(field_declaration . type: (_) . declarator: (variable_declarator name: (identifier) @name) .) @definition.field
((field_declaration . (modifiers) @_modifiers . type: (_) . declarator: (variable_declarator name: (identifier) @name) .) @definition.field
  (#not-match? @_modifiers "\\b(static\\b[^@]*\\bfinal|final\\b[^@]*\\bstatic)\\b"))
((field_declaration . (modifiers) @_modifiers . type: (_) . declarator: (variable_declarator name: (identifier) @name) .) @definition.constant
  (#match? @_modifiers "\\b(static\\b[^@]*\\bfinal|final\\b[^@]*\\bstatic)\\b"))
(field_declaration declarator: (_) . declarator: (variable_declarator name: (identifier) @name) @definition.field)
(field_declaration declarator: (variable_declarator name: (identifier) @name) @definition.field . declarator: (_))
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))

(method_invocation !object name: (identifier) @name) @reference.call
(method_invocation object: (_) @receiver name: (identifier) @name) @reference.call
(method_reference . (_) @receiver . (identifier) @name) @reference.call
(object_creation_expression type: [
  (type_identifier) @name
  (generic_type (type_identifier) @name)
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type (scoped_type_identifier (type_identifier) @name .))
]) @reference.call

(superclass [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
]) @reference.inherit
(super_interfaces (type_list [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
])) @reference.inherit
(extends_interfaces (type_list [
  (type_identifier) @name
  (scoped_type_identifier (type_identifier) @name .)
  (generic_type [(type_identifier) @name (scoped_type_identifier (type_identifier) @name .)])
])) @reference.inherit

(type_identifier) @name @reference.type
(marker_annotation name: (identifier) @name) @reference.type
(annotation name: (identifier) @name) @reference.type

(import_declaration [(scoped_identifier) (identifier)] @name) @reference.import
(package_declaration [(scoped_identifier) (identifier)] @name) @definition.package
