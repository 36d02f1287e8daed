((command (unit . (identifier) @_word) . [(unit . [(identifier) @name (generics_class . (identifier) @name)]) (block . (unit . [(identifier) @name (generics_class . (identifier) @name)]))]) @definition.class
  (#eq? @_word "class"))
((ERROR (unit . (identifier) @_word) . (unit . [(identifier) @name (generics_class . (identifier) @name)])) @definition.class
  (#any-of? @_word "class" "interface" "trait" "enum"))
((command (unit . (identifier) @_word) . [(block . (unit . (identifier) @name)) (unit . (identifier) @name)]) @definition.interface
  (#any-of? @_word "interface" "trait"))
((command (unit . (identifier) @_word) . [(block . (unit . (identifier) @name)) (unit . (identifier) @name)]) @definition.enum
  (#eq? @_word "enum"))
((command . (unit . (identifier) @_word) . (block (command (unit . (identifier) @name @definition.constant))) .)
  (#eq? @_word "enum") (#match? @name "^[A-Z][A-Z0-9_]*$"))
(command (unit) . (block . (unit (func . (identifier) @name) .))) @definition.function
(command (unit) . (block . (string) @name)) @definition.method
(block (command (unit) . (block . (unit (func . (identifier) @name) .))) @definition.method)
((command (block . (unit (func . (identifier) @name) .))) @definition.constructor (#match? @name "^[A-Z]"))
((command . (unit . (identifier) @_word) . (block (command (unit) . (unit . (func . (identifier) @name) .) .) @definition.method) .)
  (#any-of? @_word "interface" "trait"))
; Only what stands right in a class is a field: a variable in a block is local.
((command . (unit . (identifier) @_word) (block (command (unit) . (unit . (identifier) @name .) . (operators)) @definition.field) .)
  (#eq? @_word "class"))
((command . (unit . (identifier) @_word) (block (command (unit) . (unit . (identifier) @name .) .) @definition.field) .)
  (#eq? @_word "class"))
((source_file (command (unit . (identifier) @_word) . (unit . (identifier) @name .) . [(operators) (block . (operators))]) @definition.variable)
  (#any-of? @_word "def" "int" "String" "boolean" "long" "final" "List" "Map"))

((func . (identifier) @name) @reference.call (#not-match? @name "^(for|if|while|switch|catch|return)$"))
((command (unit . (identifier) @_word) . [(unit . (identifier) @name) (block . (unit . (identifier) @name))]) @reference.inherit
  (#any-of? @_word "extends" "implements"))
((command . (unit . (identifier) @_word) . (unit) @name .) @reference.import (#eq? @_word "import"))
((command . (unit . (identifier) @_word) . (unit . (identifier) @_static .) . (unit) @name .) @reference.import
  (#eq? @_word "import") (#eq? @_static "static"))
