(module_definition name: (identifier) @name) @chunk.open
(function_definition (signature (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))) @chunk
(function_definition (signature (_ (call_expression . [(identifier) @name (field_expression (identifier) @name .)])))) @chunk
(macro_definition (signature (call_expression . (identifier) @name))) @chunk
(struct_definition (type_head [(identifier) @name (_ . [(identifier) @name (_ . (identifier) @name)])])) @chunk
(abstract_definition (type_head [(identifier) @name (_ . (identifier) @name)])) @chunk
(assignment . (call_expression . [(identifier) @name (field_expression (identifier) @name .)])) @chunk
(assignment . (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))) @chunk
