; What a block is called by its first word; the address of a resource is its type, then its name.
(block . (identifier) @_word . (string_lit (template_literal) @container) . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "resource")) @definition.resource
(block . (identifier) @_word . (string_lit (template_literal) @container) . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "data")) @definition.data
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "variable")) @definition.variable
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "output")) @definition.output
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "module")) @definition.module
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "provider")) @definition.provider
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "job")) @definition.job
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "group")) @definition.group
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "task")) @definition.task
(block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start) (#eq? @_word "target")) @definition.target
(config_file (body (block . (identifier) @_word . (string_lit (template_literal) @name) . (block_start)
  (#not-match? @_word "^(variable|output|module|provider|job|group|target)$")) @definition.block))
(config_file (body (block . (identifier) @_word (body (attribute . (identifier) @name) @definition.local) (#eq? @_word "locals"))))
(config_file (body (attribute . (identifier) @name) @definition.variable))

(function_call (identifier) @name) @reference.call
(expression (variable_expr (identifier) @receiver) . (get_attr (identifier) @name)
  (#not-match? @receiver "^(data|each|count|self|path)$")) @reference.type
(expression (variable_expr (identifier) @_data) . (get_attr (identifier) @receiver) . (get_attr (identifier) @name)
  (#eq? @_data "data")) @reference.type
(block . (identifier) @_word (body (attribute . (identifier) @_source (expression (literal_value (string_lit (template_literal) @name)))))
  (#eq? @_word "module") (#eq? @_source "source")) @reference.import
