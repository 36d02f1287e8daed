; The grammar knows words and blocks, not classes: what stands before a block says what it is.
((command (unit . (identifier) @_word) . [(unit . [(identifier) @name (generics_class . (identifier) @name)]) (block . (unit . [(identifier) @name (generics_class . (identifier) @name)]))]) @chunk.open
  (#any-of? @_word "class" "interface" "trait" "enum"))
((ERROR (unit . (identifier) @_word) . (unit . [(identifier) @name (generics_class . (identifier) @name)])) @chunk.open
  (#any-of? @_word "class" "interface" "trait" "enum"))
(command (unit) . (block . [(unit (func . (identifier) @name) .) (string) @name])) @chunk
((command . (block . (unit (func . (identifier) @name) .))) @chunk (#match? @name "^[A-Z]"))
; Blocks of build scripts and pipelines: `stage('Build') { ... }`.
((command . (block . (unit) @name)) @chunk.open (#not-match? @name "^([A-Z]|(if|for|while|switch|try|else|catch|finally|synchronized)\\b)"))
