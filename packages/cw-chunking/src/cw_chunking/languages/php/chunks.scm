(namespace_definition name: (namespace_name) @name body: (_)) @chunk.open
(class_declaration name: (name) @name) @chunk.open
(interface_declaration name: (name) @name) @chunk.open
(trait_declaration name: (name) @name) @chunk.open
(enum_declaration name: (name) @name) @chunk.open
(method_declaration name: (name) @name) @chunk
(function_definition name: (name) @name) @chunk

; Tables.
(property_declaration (property_element name: (variable_name (name) @name) default_value: (array_creation_expression))) @chunk
(const_declaration (const_element (name) @name (array_creation_expression))) @chunk

(program (expression_statement (assignment_expression left: (variable_name (name) @name) right: [(anonymous_function) (arrow_function)])) @chunk)
((expression_statement (function_call_expression function: (name) @word arguments: (arguments . (argument (string (string_content) @name)) (argument [(anonymous_function) (arrow_function)])))) @chunk
  (#any-of? @word "it" "test"))
((expression_statement (function_call_expression function: (name) @word arguments: (arguments . (argument (string (string_content) @name)) (argument (anonymous_function))))) @chunk.open
  (#eq? @word "describe"))
