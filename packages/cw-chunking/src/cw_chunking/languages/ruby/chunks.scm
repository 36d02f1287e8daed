(module name: [(constant) @name (scope_resolution name: (constant) @name)]) @chunk.open
(class name: [(constant) @name (scope_resolution name: (constant) @name)]) @chunk.open
(singleton_class value: (_) @name) @chunk.open
(assignment left: (constant) @name right: (call block: (_))) @chunk.open
(assignment left: (constant) @name right: [(hash) (array) (call receiver: [(hash) (array)])]) @chunk

(method name: (_) @name) @chunk
(singleton_method name: (_) @name) @chunk
(call arguments: (_ [(method name: (_) @name) (singleton_method name: (_) @name)])) @chunk

; Tests and tasks.
((call !receiver method: (identifier) @word arguments: (_ . (string (string_content) @name)) block: (do_block)) @chunk.open
  (#any-of? @word "describe" "context" "feature" "it" "specify" "scenario" "test" "should" "task" "namespace"))
((call method: (identifier) @word arguments: (_ . [(constant) @name (_ name: (constant) @name)]) block: (do_block)) @chunk.open
  (#any-of? @word "describe" "context" "feature"))
((call !receiver method: (identifier) @word arguments: (_ . [(simple_symbol) @name (_ key: (_) @name)]) block: (do_block)) @chunk.open
  (#any-of? @word "task" "namespace"))
