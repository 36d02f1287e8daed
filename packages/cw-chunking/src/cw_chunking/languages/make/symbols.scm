; A recipe may swallow a condition with rules in it; these are not inside the rule it belongs to.
(rule (targets (word) @name) @definition.target (recipe (conditional)) (#not-match? @name "^\\.[A-Z_]+$|%"))
(rule (targets (word) @name) (#not-match? @name "^\\.[A-Z_]+$|%")) @definition.target
(define_directive name: (word) @name) @definition.macro
(variable_assignment name: (word) @name) @definition.variable
(shell_assignment name: (word) @name) @definition.variable

(rule normal: (prerequisites (word) @name)) @reference.call
(variable_reference (word) @name) @reference.type
(include_directive (list (_) @name)) @reference.import
