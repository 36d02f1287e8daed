; Inner steps are `_` where the shape says enough: the time to compile a query grows with its named inner steps.
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.actor
(protocol_declaration name: (type_identifier) @name) @definition.protocol
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(enum_entry name: (simple_identifier) @name @definition.case)
(macro_declaration (simple_identifier) @name) @definition.macro

(function_declaration "func" . name: _ @name) @definition.function
(class_body (function_declaration "func" . name: _ @name) @definition.method)
(enum_class_body (function_declaration "func" . name: _ @name) @definition.method)
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: _ @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.destructor
(subscript_declaration "subscript" @name) @definition.subscript
(source_file
  (property_declaration (_ . "let") name: (_ bound_identifier: (simple_identifier) @name)) @definition.constant)
(source_file
  (property_declaration (_ . "var") name: (_ bound_identifier: (simple_identifier) @name)) @definition.variable)
(class_body (property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property)
(protocol_property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property

(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ "func" . name: _ @name) @definition.method))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ name: "init" @name) @definition.constructor))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ "subscript" @name) @definition.subscript))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (typealias_declaration name: (type_identifier) @name) @definition.type))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ declaration_kind: "class" name: (type_identifier) @name) @definition.class))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ declaration_kind: "struct" name: (type_identifier) @name) @definition.struct))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ declaration_kind: "enum" name: (type_identifier) @name) @definition.enum))
(class_declaration declaration_kind: "extension" name: (_) @container
  body: (_ (_ declaration_kind: "actor" name: (type_identifier) @name) @definition.actor))

(call_expression . (simple_identifier) @name (_ . (_ . ["(" "{"]))) @reference.call
(call_expression . (_ target: (_) @receiver suffix: (_ suffix: (simple_identifier) @name))
  (_ . (_ . ["(" "{"]))) @reference.call
(constructor_expression constructed_type: (_ (type_identifier) @name .)) @reference.call
(constructor_expression constructed_type: (_ (type_identifier) @name . (type_arguments) .)) @reference.call
; Attributes that the language itself has are written like types.
((user_type (type_identifier) @name .) @reference.type
  (#not-match? @name "^_?(async|autoclosure|available|backDeployed|c?decl|convention|discardableResult|disfavoredOverload|dynamic[A-Z].*|escaping|exported|frozen|globalActor|implementationOnly|inlinable|main|nonobjc|objc|objcMembers|preconcurrency|propertyWrapper|resultBuilder|retroactive|spi|testable|unchecked|unknown|usableFromInline|warn_unqualified_access)$"))
(user_type (type_identifier) @name . (type_arguments) .) @reference.type
(inheritance_specifier inherits_from: (_ (type_identifier) @name .)) @reference.inherit
(inheritance_specifier inherits_from: (_ (type_identifier) @name . (type_arguments) .)) @reference.inherit
(import_declaration (identifier . (simple_identifier) @name)) @reference.import
