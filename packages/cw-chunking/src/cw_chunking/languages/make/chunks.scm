(rule (targets . (_) @name)) @chunk.open
(define_directive name: (word) @name) @chunk
(variable_assignment name: (word) @name) @chunk
