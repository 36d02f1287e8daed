(function_def (function_command (argument_list . (argument) @name))) @definition.function
(macro_def (macro_command (argument_list . (argument) @name))) @definition.macro
(normal_command (identifier) @_command (argument_list . (argument) @name)
  (#match? @_command "(?i)^(add_library|add_executable|add_custom_target)$") (#not-match? @name "[$]")) @definition.target
(normal_command (identifier) @_command (argument_list . (argument) @name)
  (#match? @_command "(?i)^project$")) @definition.project
(normal_command (identifier) @_command (argument_list . (argument) @name)
  (#match? @_command "(?i)^option$")) @definition.option
(source_file (normal_command (identifier) @_command (argument_list . (argument) @name)
  (#match? @_command "(?i)^set$") (#not-match? @name "[$]")) @definition.variable)

(normal_command (identifier) @name) @reference.call
(normal_var (variable) @name) @reference.type
(normal_command (identifier) @_command (argument_list . (argument) @name)
  (#match? @_command "(?i)^(include|find_package|add_subdirectory)$")) @reference.import
(normal_command (identifier) @_command (argument_list (argument) @name)
  (#match? @_command "(?i)^(target_link_libraries|add_dependencies)$")
  (#not-match? @name "^(PUBLIC|PRIVATE|INTERFACE)$|[$]")) @reference.type
