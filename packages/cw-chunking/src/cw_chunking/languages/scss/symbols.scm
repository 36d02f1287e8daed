(mixin_statement name: (identifier) @name) @definition.mixin
(function_statement name: (identifier) @name) @definition.function
(rule_set (selectors (placeholder (identifier) @name))) @definition.placeholder
(stylesheet (declaration (property_name) @name (#match? @name "^[$]")) @definition.variable)

(include_statement (identifier) @name) @reference.call
(call_expression (function_name) @name (#not-match? @name "^(var|url|calc|rgba?|hsla?)$")) @reference.call
(use_statement (string_value) @name) @reference.import
(forward_statement (string_value) @name) @reference.import
