(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
((program (declaration_command . (word) @_flags (variable_assignment name: (variable_name) @name)) @definition.constant)
  (#match? @_flags "^-[a-zA-Z]*r"))
((command name: (command_name (word) @word)
  . argument: [(string (string_content) @name) (raw_string) @name] . argument: (word) .) @definition.test
  (#eq? @word "@test"))

; A lone brace ends the test that a word of its own begins.
((command name: (command_name (word) @name)) @reference.call (#not-match? @name "^[@}]"))
((command name: (command_name (word) @word) . argument: (word) @name) @reference.call
  (#any-of? @word "run" "trap" "command" "exec") (#match? @name "^\\w"))
((command name: (command_name (word) @word) . argument: (_) @name) @reference.import
  (#any-of? @word "." "source" "load" "\\."))
