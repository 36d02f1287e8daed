; A form that begins with `def` defines its second word.
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @chunk)
  (#match? @_word "^(def|deftest$)"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @chunk.open)
  (#match? @_word "^(ns|defrecord|deftype|defprotocol|extend-type|extend-protocol|definterface)$"))
((list_lit . value: (sym_lit name: (sym_name) @_word) value: (list_lit . value: (sym_lit name: (sym_name) @name) . value: (vec_lit)) @chunk)
  (#match? @_word "^(defrecord|deftype|defprotocol|extend-type|extend-protocol|reify)$"))
