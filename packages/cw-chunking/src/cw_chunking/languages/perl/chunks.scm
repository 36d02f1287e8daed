(subroutine_declaration_statement name: (bareword) @name) @chunk
(package_statement name: (package) @name (block)) @chunk.open
