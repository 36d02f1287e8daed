; Inner steps are `_` where the shape says enough: the time to compile a query grows with its named inner steps.
((call target: (identifier) @word (arguments . (alias) @name) (do_block)) @definition.module
  (#eq? @word "defmodule"))
((call target: (identifier) @word (arguments . (alias) @name) (do_block)) @definition.protocol
  (#eq? @word "defprotocol"))
; What is defined stands in the block of a module, or in a branch of `if` or `case` there.
([
    (do_block (_ target: (identifier) @word (arguments . [
      (identifier) @name
      (_ target: (identifier) @name)
      (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "when")
      (_ left: (identifier) operator: _ @name right: (identifier))
      (_ left: (_ operator: _ @name) operator: "when")])) @definition.function)
    (body (_ target: (identifier) @word (arguments . (_ target: (identifier) @name))) @definition.function)
    (else_block (_ target: (identifier) @word (arguments . (_ target: (identifier) @name))) @definition.function)
  ]
  (#any-of? @word "def" "defp" "defdelegate" "defn" "defnp") (#not-eq? @name "unquote") (#not-eq? @name "when"))
([
    (do_block (_ target: (identifier) @word (arguments . [
      (identifier) @name
      (_ target: (identifier) @name)
      (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "when")
      (_ left: (identifier) operator: _ @name right: (identifier))
      (_ left: (_ operator: _ @name) operator: "when")])) @definition.macro)
    (body (_ target: (identifier) @word (arguments . (_ target: (identifier) @name))) @definition.macro)
    (else_block (_ target: (identifier) @word (arguments . (_ target: (identifier) @name))) @definition.macro)
  ]
  (#any-of? @word "defmacro" "defmacrop") (#not-eq? @name "unquote") (#not-eq? @name "when"))
((do_block (_ target: (identifier) @word
  (arguments . (_ left: (_ target: (identifier) @name) operator: "when"))) @definition.guard)
  (#any-of? @word "defguard" "defguardp"))
((call target: (identifier) @word (arguments . (string . (quoted_content) @name .)) (do_block)) @definition.test
  (#any-of? @word "test" "property"))
((call target: (identifier) @word (arguments . (string . (quoted_content) @name .)) (do_block)) @definition.describe
  (#eq? @word "describe"))
((unary_operator operator: "@" operand: (_ target: (identifier) @word
  (arguments . (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "::")))) @definition.type
  (#any-of? @word "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (_ target: (identifier) @word
  (arguments . (_ left: (_ target: (identifier) @name) operator: "::")))) @definition.callback
  (#any-of? @word "callback" "macrocallback"))
((do_block (unary_operator operator: "@" operand: (_ target: (identifier) @name)) @definition.attribute)
  (#not-match? @name "^(moduledoc|doc|typedoc|shortdoc|spec|type|typep|opaque|(macro|optional_)?callbacks?|impl)$")
  (#not-match? @name "^(behaviour|derive|enforce_keys|compile|deprecated|dialyzer|external_resource|fallback_to_any)$")
  (#not-match? @name "^((module|describe)?tag|before_compile|after_compile|on_definition|on_load|since)$"))

((call target: (identifier) @outer (arguments . (alias) (_ (_ value: (alias) @container)))
  (do_block (_ target: (identifier) @word (arguments . [
    (_ target: (identifier) @name)
    (_ left: (_ target: (identifier) @name) operator: "when")])) @definition.function))
  (#eq? @outer "defimpl") (#any-of? @word "def" "defp"))
((call target: (identifier) @outer (arguments . (alias) @container (_ (_ value: (list))))
  (do_block (_ target: (identifier) @word (arguments . [
    (_ target: (identifier) @name)
    (_ left: (_ target: (identifier) @name) operator: "when")])) @definition.function))
  (#eq? @outer "defimpl") (#any-of? @word "def" "defp"))

; The documentation of what follows it.
((unary_operator operator: "@" operand: (_ target: (identifier) @word (arguments . (_ (quoted_content) @doc))))
  . (unary_operator)*
  . (_ target: (identifier) (arguments . [
      (identifier) @name
      (_ target: (identifier) @name)
      (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "when")])) @definition.function
  (#eq? @word "doc"))
((unary_operator operator: "@" operand: (_ target: (identifier) @word (arguments . (_ (quoted_content) @doc))))
  . (unary_operator operator: "@" operand: (_
      (arguments . (_ left: [(identifier) @name (_ target: (identifier) @name)] operator: "::")))) @definition.type
  (#any-of? @word "doc" "typedoc"))
((call target: (identifier) (arguments . (alias) @name)
  (do_block (unary_operator operator: "@" operand: (_ target: (identifier) @word
    (arguments . (_ (quoted_content) @doc)))))) @definition.module
  (#eq? @word "moduledoc"))

; A call is a use unless it is the head of a definition, a type or a guard.
((call target: (identifier) @outer (arguments (_ target: (identifier) @name . [(arguments) (do_block)])))
  @reference.call
  (#not-match? @outer "^(def[a-z]*|type|typep|opaque|spec|callback|macrocallback)$")
  (#not-match? @name "^(if|unless|case|cond|with|for|quote|unquote|unquote_splicing|receive|try)$"))
((binary_operator left: (_ target: (identifier) @name . [(arguments) (do_block)]) operator: _ @operator)
  @reference.call
  (#not-match? @operator "^(when|::)$"))
((unary_operator operator: ["!" "&" "+" "-" "^" "not"]
  operand: (_ target: (identifier) @name . (arguments))) @reference.call)
([
  (call target: (dot) (arguments (_ target: (identifier) @name . [(arguments) (do_block)])))
  (do_block (_ target: (identifier) @name . [(arguments) (do_block)]))
  (body (_ target: (identifier) @name . [(arguments) (do_block)]))
  (else_block (_ target: (identifier) @name . [(arguments) (do_block)]))
  (block (_ target: (identifier) @name . [(arguments) (do_block)]))
  (source (_ target: (identifier) @name . [(arguments) (do_block)]))
  (tuple (_ target: (identifier) @name . [(arguments) (do_block)]))
  (list (_ target: (identifier) @name . [(arguments) (do_block)]))
  (interpolation (_ target: (identifier) @name . [(arguments) (do_block)]))
  (binary_operator right: (_ target: (identifier) @name . [(arguments) (do_block)]))
  (pair value: (_ target: (identifier) @name . [(arguments) (do_block)]))
  (dot left: (_ target: (identifier) @name . [(arguments) (do_block)]))
] @reference.call
  (#not-match? @name "^(def[a-z]*|alias|import|require|use|if|unless|case|cond|with|for|quote|unquote|unquote_splicing|receive|try)$"))
((call target: (_ left: (_) @receiver right: (identifier) @name) (arguments)) @reference.call
  (#not-eq? @name "t"))
((call target: (_ left: (alias) @receiver right: (identifier) @name) .) @reference.call
  (#not-eq? @name "t"))
(binary_operator operator: "|>" right: (identifier) @name) @reference.call
(unary_operator operator: "&" operand: (_ left: (identifier) @name operator: "/")) @reference.call
((call target: (_ left: (alias) @name right: (identifier) @word)) @reference.type
  (#eq? @word "t"))
(struct (alias) @name) @reference.type
((call target: (identifier) @word (arguments . (alias) @name)) @reference.import
  (#any-of? @word "alias" "import" "require" "use"))
((call target: (identifier) @word (arguments . (dot right: (tuple)) @name)) @reference.import
  (#any-of? @word "alias" "import" "require" "use"))
((call target: (identifier) @word (arguments . (alias) @name)) @reference.inherit
  (#any-of? @word "use" "defimpl" "behaviour"))
