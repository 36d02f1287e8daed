(binding attrpath: (attrpath) @name) @definition.attribute
(binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function

(apply_expression function: (variable_expression name: (identifier) @name)) @reference.call
(apply_expression function: (select_expression expression: (_) @receiver attrpath: (attrpath) @name)) @reference.call
((apply_expression function: (variable_expression name: (identifier) @_word) argument: (path_expression) @name) @reference.import
  (#eq? @_word "import"))
