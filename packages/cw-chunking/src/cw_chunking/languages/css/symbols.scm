; A rule defines what its selectors end in.
(rule_set (selectors (class_selector (class_name) @name))) @definition.class
(rule_set (selectors (_ (class_selector (class_name) @name) .))) @definition.class
(rule_set (selectors (pseudo_class_selector . (class_selector (class_name) @name)))) @definition.class
(rule_set (selectors (id_selector (id_name) @name))) @definition.id
(keyframes_statement (keyframes_name) @name) @definition.keyframes
(declaration (property_name) @name (#match? @name "^--")) @definition.variable

(call_expression (function_name) @_var (arguments (plain_value) @name) (#eq? @_var "var")) @reference.type
(import_statement (string_value) @name) @reference.import
(import_statement (call_expression (arguments (string_value) @name))) @reference.import
