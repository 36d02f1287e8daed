(module name: [(constant) (scope_resolution)] @name) @chunk.open
(class name: [(constant) (scope_resolution)] @name) @chunk.open
(singleton_class value: (_) @name) @chunk.open
(assignment left: [(constant) (scope_resolution)] @name right: (call block: (_))) @chunk.open
(assignment left: (constant) @name right: [(hash) (array) (call receiver: [(hash) (array)])]) @chunk

(method name: (_) @name) @chunk
(singleton_method name: (_) @name) @chunk
(call arguments: (_ [(method name: (_) @name) (singleton_method name: (_) @name)])) @chunk

; Tests and tasks.
((call receiver: (constant) method: (identifier) @word arguments: (_ . [(string (string_content) @name) (constant) @name (_ name: (constant) @name)]) block: (do_block)) @chunk.open
  (#any-of? @word "describe" "context" "feature"))
((call !receiver method: (identifier) @word arguments: (_ . [(string (string_content) @name) (simple_symbol) @name (_ key: (_) @name) (constant) @name (_ name: (constant) @name)]) block: (do_block)) @chunk.open
  (#any-of? @word "describe" "context" "feature" "it" "specify" "scenario" "test" "should" "task" "namespace"))
