((call target: (identifier) @word (arguments . (alias) @name) (do_block)) @chunk.open
  (#any-of? @word "defmodule" "defprotocol"))
((call target: (identifier) @word (arguments . (alias)) @name (do_block)) @chunk.open
  (#eq? @word "defimpl"))
((call target: (identifier) @word (arguments . [
    (identifier) @name
    (_ target: (identifier) @name)
    (_ left: (identifier) @name operator: "when")
    (_ left: (_ target: (identifier) @name) operator: "when")
    (_ left: (identifier) operator: _ @name right: (identifier))
    (_ left: (_ operator: _ @name) operator: "when")])) @chunk
  (#any-of? @word "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp")
  (#not-match? @name "^(unquote|when)$"))
((call target: (identifier) @word (arguments . (_ . (quoted_content) @name .)) (do_block)) @chunk
  (#any-of? @word "test" "property"))
((call target: (identifier) @word (arguments . (_ . (quoted_content) @name .)) (do_block)) @chunk.open
  (#eq? @word "describe"))
((unary_operator operator: "@" operand: (_ target: (identifier) @word
  (arguments . (_ left: (_ target: (identifier) @name) operator: "::")))) @chunk
  (#any-of? @word "callback" "macrocallback"))
