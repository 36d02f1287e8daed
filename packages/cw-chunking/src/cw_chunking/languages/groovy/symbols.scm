((command (unit . (identifier) @_word) . (unit . (identifier) @name)) @definition.class
  (#eq? @_word "class"))
((command (unit . (identifier) @_word) . (block . (unit . (identifier) @name))) @definition.class
  (#eq? @_word "class"))
((command (unit . (identifier) @_word) . [(block . (unit . (identifier) @name)) (unit . (identifier) @name)]) @definition.interface
  (#any-of? @_word "interface" "trait"))
((command (unit . (identifier) @_word) . [(block . (unit . (identifier) @name)) (unit . (identifier) @name)]) @definition.enum
  (#eq? @_word "enum"))
(command (unit) . (block . (unit (func . (identifier) @name) .))) @definition.function
((command (unit . (identifier) @_word) . (unit . (identifier) @name) . (operators)) @definition.variable
  (#any-of? @_word "def" "int" "String" "boolean" "long" "final" "List" "Map"))

((func . (identifier) @name) @reference.call (#not-match? @name "^(for|if|while|switch|catch|return)$"))
((command (unit . (identifier) @_word) . (unit . (identifier) @name)) @reference.inherit (#any-of? @_word "extends" "implements"))
((command (unit . (identifier) @_word) . (block . (unit . (identifier) @name))) @reference.inherit (#any-of? @_word "extends" "implements"))
((command . (unit . (identifier) @_word) . (unit) @name .) @reference.import (#eq? @_word "import"))
((command . (unit . (identifier) @_word) . (unit . (identifier) @_static .) . (unit) @name .) @reference.import
  (#eq? @_word "import") (#eq? @_static "static"))
