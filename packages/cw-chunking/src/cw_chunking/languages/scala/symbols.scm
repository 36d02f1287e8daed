; Inner steps are `_` where the shape says enough: the time to compile a query grows with its named inner steps.
(class_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(object_definition name: (_) @name) @definition.object
(package_object name: (_) @name) @definition.object
(package_clause name: (_) @name body: (_)) @definition.package
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.case
(full_enum_case name: (_) @name) @definition.case
(given_definition name: (_) @name) @definition.given
(type_definition name: (_) @name) @definition.type

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(template_body (function_definition name: (_) @name) @definition.method)
(template_body (function_declaration name: (_) @name) @definition.method)
(with_template_body (function_definition name: (_) @name) @definition.method)
(enum_body (function_definition name: (_) @name) @definition.method)
(template_body (function_definition name: (identifier) @name (#eq? @name "this")) @definition.constructor)
(extension_definition
  parameters: (_ . (_ type: [(type_identifier) @container (_ type: (_) @container)]))
  [(function_definition name: (_) @name) @definition.method (_ (function_definition name: (_) @name) @definition.method)])

; All parameters of a case class are fields, others where they say so.
(class_definition "case" (class_parameters (class_parameter name: (identifier) @name) @definition.field))
(class_parameter ["val" "var"] . name: (identifier) @name) @definition.field
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(object_definition body: (_ (val_definition pattern: (identifier) @name) @definition.constant))
(package_object body: (_ (val_definition pattern: (identifier) @name) @definition.constant))
(object_definition body: (_ (var_definition pattern: (identifier) @name) @definition.variable))
(class_definition body: (_ (val_definition pattern: (identifier) @name) @definition.field))
(class_definition body: (_ (var_definition pattern: (identifier) @name) @definition.field))
(trait_definition body: (_ (val_definition pattern: (identifier) @name) @definition.field))
(trait_definition body: (_ (var_definition pattern: (identifier) @name) @definition.field))
(instance_expression (_ (val_definition pattern: (identifier) @name) @definition.field))
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (_ value: (_) @receiver field: (identifier) @name)) @reference.call
(generic_function function: (identifier) @name) @reference.call
(generic_function function: (_ value: (_) @receiver field: (identifier) @name)) @reference.call
(instance_expression . (type_identifier) @name) @reference.call
(instance_expression . (_ type: (type_identifier) @name)) @reference.call
(instance_expression . (stable_type_identifier (type_identifier) @name .)) @reference.call
(instance_expression . (_ type: (stable_type_identifier (type_identifier) @name .))) @reference.call
(infix_expression left: (_) @receiver operator: (identifier) @name) @reference.call
(type_identifier) @name @reference.type
(extends_clause (type_identifier) @name) @reference.inherit
(extends_clause (_ type: (type_identifier) @name)) @reference.inherit
(extends_clause (stable_type_identifier (type_identifier) @name)) @reference.inherit
(extends_clause (generic_type type: (stable_type_identifier (type_identifier) @name))) @reference.inherit
(derives_clause type: (type_identifier) @name) @reference.inherit
(import_declaration) @name @reference.import
(package_clause name: (_) @name !body) @definition.package
