(mixin_statement name: (identifier) @name) @chunk
(function_statement name: (identifier) @name) @chunk
