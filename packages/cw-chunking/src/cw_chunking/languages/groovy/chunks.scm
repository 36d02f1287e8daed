; The grammar knows words and blocks, not classes: what stands before a block says what it is.
((command (unit . (identifier) @_word) . (unit . (identifier) @name)) @chunk.open
  (#any-of? @_word "class" "interface" "trait" "enum"))
((command (unit . (identifier) @_word) . (block . (unit . (identifier) @name))) @chunk.open
  (#any-of? @_word "class" "interface" "trait" "enum"))
(command (unit) . (block . (unit (func . (identifier) @name) .))) @chunk
(command . (block . (unit (func . (identifier) @name) .))) @chunk.open
