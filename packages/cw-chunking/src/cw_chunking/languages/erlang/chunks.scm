(fun_decl clause: (function_clause name: (atom) @name)) @chunk
(record_decl name: (atom) @name) @chunk
(pp_define lhs: (macro_lhs name: (_) @name)) @chunk
(type_alias name: (type_name name: (atom) @name)) @chunk
