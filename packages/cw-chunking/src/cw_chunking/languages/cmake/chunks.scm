(function_def (function_command (argument_list . (argument) @name))) @chunk
(macro_def (macro_command (argument_list . (argument) @name))) @chunk
(normal_command (identifier) @_command (argument_list . (argument) @name)
  (#match? @_command "(?i)^(add_library|add_executable|add_custom_target|project)$")) @chunk
