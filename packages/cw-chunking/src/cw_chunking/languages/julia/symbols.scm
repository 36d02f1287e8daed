(module_definition name: (identifier) @name) @definition.module
(function_definition (signature (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))) @definition.function
(function_definition (signature (_ (call_expression . [(identifier) @name (field_expression (identifier) @name .)])))) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(struct_definition (type_head [(identifier) @name (_ . [(identifier) @name (_ . (identifier) @name)])])) @definition.struct
(abstract_definition (type_head [(identifier) @name (_ . (identifier) @name)])) @definition.type
(assignment . (call_expression . [(identifier) @name (field_expression (identifier) @name .)])) @definition.function
(assignment . (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))) @definition.function
(const_statement (assignment . (identifier) @name)) @definition.constant
(struct_definition (block (typed_expression . (identifier) @name) @definition.field))
((macrocall_expression (macro_identifier (identifier) @_word) (macro_argument_list . (identifier) @name)) @definition.enum (#eq? @_word "enum"))

(call_expression . (identifier) @name) @reference.call
(call_expression . (field_expression . (_) @receiver (identifier) @name .)) @reference.call
(macrocall_expression (macro_identifier (identifier) @name)) @reference.call
(type_head (binary_expression (_) (operator) (identifier) @name)) @reference.inherit
(typed_expression (_) . (identifier) @name) @reference.type
(parametrized_type_expression . (identifier) @name) @reference.type
(using_statement (identifier) @name) @reference.import
(using_statement (import_path (identifier) @name .)) @reference.import
(using_statement (selected_import . [(identifier) (import_path)] @receiver (identifier) @name)) @reference.import
(import_statement (identifier) @name) @reference.import
(import_statement (import_path (identifier) @name .)) @reference.import
(import_statement (selected_import . [(identifier) (import_path)] @receiver (identifier) @name)) @reference.import
((call_expression . (identifier) @_word (argument_list . (string_literal (content) @name))) @reference.import (#eq? @_word "include"))
