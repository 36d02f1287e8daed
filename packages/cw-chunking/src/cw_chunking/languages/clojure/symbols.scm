((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @definition.function)
  (#match? @_word "^def(n-?|macro|multi|test|n-memo|task|hook)$"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name) . value: (str_lit) @doc) @definition.function)
  (#match? @_word "^def(n-?|macro|multi)$"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @definition.method)
  (#eq? @_word "defmethod"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @definition.constant)
  (#match? @_word "^def(once)?$"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @definition.record)
  (#any-of? @_word "defrecord" "deftype"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @definition.protocol)
  (#any-of? @_word "defprotocol" "definterface"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name) . value: (str_lit) @doc) @definition.protocol)
  (#eq? @_word "defprotocol"))
((source (list_lit . value: (sym_lit name: (sym_name) @_word) . value: (sym_lit name: (sym_name) @name)) @definition.package)
  (#eq? @_word "ns"))
((list_lit . value: (sym_lit name: (sym_name) @_word) value: (list_lit . value: (sym_lit name: (sym_name) @name) . value: (vec_lit)) @definition.method)
  (#match? @_word "^(defrecord|deftype|defprotocol|extend-type|extend-protocol|reify)$"))

((list_lit . value: (sym_lit !namespace name: (sym_name) @name)) @reference.call
  (#not-match? @name "^(def.*|ns|let|if|if-not|when|when-not|do|loop|recur|fn|cond|case|for|doseq|and|or|comment|reify|try|catch|throw)$"))
(list_lit . value: (sym_lit namespace: (_) @receiver name: (sym_name) @name)) @reference.call
((list_lit . value: (sym_lit name: (sym_name) @_word) . value: (_) . value: (vec_lit) value: (sym_lit name: (sym_name) @name)) @reference.inherit
  (#any-of? @_word "defrecord" "deftype"))
((list_lit . value: (kwd_lit name: (kwd_name) @_word) value: (vec_lit . value: (sym_lit name: (sym_name) @name))) @reference.import
  (#any-of? @_word "require" "use" "require-macros"))
((list_lit . value: (kwd_lit name: (kwd_name) @_word) value: (sym_lit name: (sym_name) @name)) @reference.import
  (#any-of? @_word "require" "use" "import"))
((list_lit . value: (kwd_lit name: (kwd_name) @_word) value: (list_lit . value: (sym_lit name: (sym_name) @receiver) value: (sym_lit name: (sym_name) @name))) @reference.import
  (#eq? @_word "import"))
