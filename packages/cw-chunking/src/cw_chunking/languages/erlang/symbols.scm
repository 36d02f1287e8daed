(module_attribute name: (atom) @name) @definition.package
(fun_decl clause: (function_clause name: (atom) @name)) @definition.function
(record_decl name: (atom) @name) @definition.record
(record_decl fields: (record_field name: (atom) @name) @definition.field)
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(callback fun: (atom) @name) @definition.callback

(call expr: (atom) @name) @reference.call
(call expr: (remote module: (remote_module module: (_) @receiver) fun: (atom) @name)) @reference.call
(macro_call_expr name: (_) @name) @reference.call
(behaviour_attribute name: (atom) @name) @reference.inherit
(record_expr name: (record_name name: (atom) @name)) @reference.type
(import_attribute module: (atom) @name) @reference.import
(pp_include file: (string) @name) @reference.import
(pp_include_lib file: (string) @name) @reference.import
