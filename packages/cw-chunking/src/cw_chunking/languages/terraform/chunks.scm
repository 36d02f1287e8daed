(config_file (body (block . (identifier) @name . (block_start)) @chunk.open))
(config_file (body (block (string_lit (template_literal) @name) . (block_start)) @chunk.open))
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#match? @_word "^(group|task)$")) @chunk.open
(block (body (block . (identifier) @_word (string_lit) @name . (block_start) (#not-match? @_word "^(group|task)$")) @chunk.open))
