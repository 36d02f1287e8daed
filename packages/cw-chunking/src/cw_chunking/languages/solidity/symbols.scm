(contract_declaration name: (identifier) @name) @definition.contract
(interface_declaration name: (identifier) @name) @definition.interface
(library_declaration name: (identifier) @name) @definition.library
(struct_declaration name: (identifier) @name) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name) @definition.enum
(enum_value) @name @definition.constant
(error_declaration name: (identifier) @name) @definition.error
(event_definition name: (identifier) @name) @definition.event
(function_definition name: (identifier) @name) @definition.function
(contract_body (function_definition name: (identifier) @name) @definition.method)
(modifier_definition name: (identifier) @name) @definition.modifier
(constructor_definition "constructor" @name) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name) @definition.method
(user_defined_type_definition name: (identifier) @name) @definition.type
(state_variable_declaration name: (identifier) @name) @definition.variable
(state_variable_declaration "constant" name: (identifier) @name) @definition.constant
(constant_variable_declaration name: (identifier) @name) @definition.constant

(call_expression function: (expression (identifier) @name)) @reference.call
(call_expression function: (expression (member_expression object: (_) @receiver property: (identifier) @name))) @reference.call
(call_expression function: (expression (struct_expression type: (expression (identifier) @name)))) @reference.call
(call_expression function: (expression (struct_expression type: (expression (member_expression object: (_) @receiver property: (identifier) @name))))) @reference.call
(new_expression name: (type_name (user_defined_type) @name)) @reference.call
(emit_statement name: (expression (identifier) @name)) @reference.call
(revert_statement error: (expression (identifier) @name)) @reference.call
(_ [name: (expression (member_expression object: (_) @receiver property: (identifier) @name))
  error: (expression (member_expression object: (_) @receiver property: (identifier) @name))]) @reference.call
(modifier_invocation (identifier) @name) @reference.call
(inheritance_specifier ancestor: (_) @name) @reference.inherit
(user_defined_type) @name @reference.type
(import_directive source: (_) @name) @reference.import
(import_directive import_name: (identifier) @name source: (_) @receiver) @reference.import
