(module name: [(constant) (scope_resolution)] @name) @definition.module
(class name: [(constant) (scope_resolution)] @name) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(singleton_method object: (constant) @container name: (_) @name) @definition.method
(alias . name: [(identifier) (simple_symbol) (operator) (setter)] @name) @definition.method
(left_assignment_list (constant) @name) @definition.constant

; A constant that holds a class is one, and what a structure is made of are its fields.
((assignment left: [(constant) (scope_resolution)] @name right: (_) @_value) @definition.constant
  (#not-match? @_value "^(::)?(Class|Module|Struct|Data)[.](new|define)\\b"))
((assignment left: [(constant) (scope_resolution)] @name right: (call receiver: (_) @_made method: (identifier) @_how)) @definition.class
  (#match? @_made "^(::)?(Class|Struct|Data)$") (#any-of? @_how "new" "define"))
((assignment left: [(constant) (scope_resolution)] @name right: (call receiver: (_) @_made method: (identifier) @_how)) @definition.module
  (#match? @_made "^(::)?Module$") (#eq? @_how "new"))
((assignment left: (constant) right: (call receiver: (_) @_made arguments: (argument_list (simple_symbol) @name @definition.field)))
  (#match? @_made "^(::)?(Struct|Data)$"))

; Methods that calls define.
((call !receiver method: (identifier) @_level arguments: (argument_list
  (call !receiver method: (identifier) @_word arguments: (argument_list (simple_symbol) @name)))) @definition.field
  (#any-of? @_level "private" "protected" "public") (#match? @_word "^attr(_reader|_writer|_accessor)?$"))
((call !receiver method: (identifier) @_word arguments: (argument_list (simple_symbol) @name)) @definition.field
  (#any-of? @_word "attr_reader" "attr_accessor" "attr_writer" "attr" "cattr_accessor" "mattr_accessor" "cattr_reader" "mattr_reader" "class_attribute"))
((call !receiver method: (identifier) @_word arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])) @definition.method
  (#any-of? @_word "define_method" "define_singleton_method" "alias_method"))

; Tests and tasks.
((call !receiver method: (identifier) @word arguments: (_ . [(string (string_content) @name) (constant) @name (_ name: (constant) @name)]) block: (do_block)) @definition.group
  (#any-of? @word "describe" "context" "feature"))
((call receiver: (constant) method: (identifier) @word arguments: (_ . [(string (string_content) @name) (constant) @name (_ name: (constant) @name)]) block: (do_block)) @definition.group
  (#any-of? @word "describe" "context" "feature"))
((call !receiver method: (identifier) @word arguments: (_ . (string (string_content) @name)) block: (do_block)) @definition.test
  (#any-of? @word "it" "specify" "scenario" "test" "should"))
((call !receiver method: (identifier) @word arguments: (_ . [(simple_symbol) @name (_ key: (_) @name) (string (string_content) @name)]) block: (do_block)) @definition.task
  (#eq? @word "task"))
((call !receiver method: (identifier) @word arguments: (_ . [(simple_symbol) @name (string (string_content) @name)]) block: (do_block)) @definition.namespace
  (#eq? @word "namespace"))

(call receiver: (_)? @receiver method: (_) @name) @reference.call
(call receiver: [(constant) @name (scope_resolution name: (constant) @name)]) @reference.type
(exceptions [(constant) @name (scope_resolution name: (constant) @name)]) @reference.type
(pattern [(constant) @name (scope_resolution name: (constant) @name)]) @reference.type
((argument_list [(constant) @name (scope_resolution name: (constant) @name)]) @reference.type (#match? @name "[a-z]"))
(superclass [
  (constant) @name
  (scope_resolution scope: (_)? @receiver name: (constant) @name)
  (element_reference . [(constant) @name (scope_resolution scope: (_)? @receiver name: (constant) @name)])
]) @reference.inherit
((assignment right: (call receiver: (constant) @_made arguments: (argument_list [
  (constant) @name
  (scope_resolution scope: (_)? @receiver name: (constant) @name)
]))) @reference.inherit (#eq? @_made "Class"))
((call !receiver method: (identifier) @word arguments: (argument_list [
  (constant) @name
  (scope_resolution scope: (_)? @receiver name: (constant) @name)
])) @reference.inherit (#any-of? @word "include" "extend" "prepend"))
((call !receiver method: (identifier) @word arguments: (argument_list [
  (string (string_content) @name)
  (call method: (identifier) @_path arguments: (argument_list . (string (string_content) @name)))
])) @reference.import (#eq? @word "require") (#eq? @_path "expand_path"))
((call !receiver method: (identifier) @receiver arguments: (argument_list (string (string_content) @name))) @reference.import
  (#any-of? @receiver "require_relative" "load" "autoload"))

; Who may use the methods after it; the body of `class << self` begins anew.
(singleton_class "class" @visibility)
((body_statement (identifier) @visibility) (#any-of? @visibility "private" "protected" "public" "module_function"))
