(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @container name: (constant) @name)) @definition.module
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @container name: (constant) @name)) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(singleton_method object: (constant) @container name: (_) @name) @definition.method
(alias name: (identifier) @name) @definition.method
(assignment left: (constant) @name) @definition.constant
(left_assignment_list (constant) @name) @definition.constant

; Tests and tasks.
((call !receiver method: (identifier) @word arguments: (_ . (string (string_content) @name)) block: (do_block)) @definition.group
  (#any-of? @word "describe" "context" "feature"))
((call method: (identifier) @word arguments: (_ . [(constant) @name (_ name: (constant) @name)]) block: (do_block)) @definition.group
  (#any-of? @word "describe" "context" "feature"))
((call !receiver method: (identifier) @word arguments: (_ . (string (string_content) @name)) block: (do_block)) @definition.test
  (#any-of? @word "it" "specify" "scenario" "test" "should"))
((call !receiver method: (identifier) @word arguments: (_ . [(simple_symbol) @name (_ key: (_) @name) (string (string_content) @name)]) block: (do_block)) @definition.task
  (#eq? @word "task"))
((call !receiver method: (identifier) @word arguments: (_ . [(simple_symbol) @name (string (string_content) @name)]) block: (do_block)) @definition.namespace
  (#eq? @word "namespace"))

(call !receiver method: (_) @name) @reference.call
(call receiver: (_) @receiver method: (_) @name) @reference.call
(call receiver: [(constant) @name (scope_resolution name: (constant) @name)]) @reference.type
(exceptions [(constant) @name (scope_resolution name: (constant) @name)]) @reference.type
(superclass [(constant) @name (scope_resolution name: (constant) @name)]) @reference.inherit
((call !receiver method: (identifier) @word arguments: (_ [(constant) @name (_ name: (constant) @name)])) @reference.inherit
  (#any-of? @word "include" "extend" "prepend"))
((call !receiver method: (identifier) @word arguments: (_ (string (string_content) @name))) @reference.import
  (#eq? @word "require"))
((call !receiver method: (identifier) @receiver arguments: (_ (string (string_content) @name))) @reference.import
  (#any-of? @receiver "require_relative" "load" "autoload"))

; Who may use the methods after it.
((body_statement (identifier) @visibility) (#any-of? @visibility "private" "protected" "public"))
