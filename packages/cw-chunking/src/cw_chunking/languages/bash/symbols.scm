(function_definition name: (word) @name) @definition.function
(program [
  (variable_assignment name: (variable_name) @name)
  (declaration_command (variable_assignment name: (variable_name) @name))
] @definition.variable)
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
((program (declaration_command . (word) @_flags (variable_assignment name: (variable_name) @name)) @definition.constant)
  (#match? @_flags "^-[a-zA-Z]*r"))
((command name: (command_name (word) @word)
  . argument: [(string . (string_content) @name) (raw_string) @name] . argument: (word)) @definition.test
  (#eq? @word "@test"))

(command name: (command_name (word) @name)) @reference.call
((command name: (command_name (word) @word) . argument: [(word) (string) (raw_string) (concatenation)] @name) @reference.import
  (#any-of? @word "." "source" "load" "\\."))
