((call target: (identifier) @word (arguments . (alias) @name) (do_block)) @chunk.open
  (#any-of? @word "defmodule" "defprotocol"))
((call target: (identifier) @word (arguments . (alias)) @name (do_block)) @chunk.open
  (#eq? @word "defimpl"))
([
    (do_block (_ target: (identifier) @word (arguments . [
      (identifier) @name
      (_ target: (identifier) @name)
      (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "when")
      (_ left: (identifier) operator: _ @name right: (identifier))
      (_ left: (_ operator: _ @name) operator: "when")])) @chunk)
    (body (_ target: (identifier) @word (arguments . (_ target: (identifier) @name))) @chunk)
    (else_block (_ target: (identifier) @word (arguments . (_ target: (identifier) @name))) @chunk)
  ]
  (#any-of? @word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp") (#not-eq? @name "unquote") (#not-eq? @name "when"))
((call target: (identifier) @word (arguments . (string . (quoted_content) @name .)) (do_block)) @chunk
  (#any-of? @word "test" "property"))
((call target: (identifier) @word (arguments . (string . (quoted_content) @name .)) (do_block)) @chunk.open
  (#eq? @word "describe"))
((unary_operator operator: "@" operand: (_ target: (identifier) @word
  (arguments . (_ left: (_ target: (identifier) @name) operator: "::")))) @chunk
  (#any-of? @word "callback" "macrocallback"))
