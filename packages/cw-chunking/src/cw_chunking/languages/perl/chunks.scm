(subroutine_declaration_statement name: (bareword) @name) @chunk
(method_declaration_statement name: (bareword) @name) @chunk
(package_statement name: (package) @name (block)) @chunk.open
(class_statement name: (package) @name (block)) @chunk.open
; Subtests, routes, method modifiers: `subtest 'name' => sub { ... }`.
(expression_statement (ambiguous_function_call_expression function: (function) . (_) @name . (anonymous_subroutine_expression))) @chunk.open
