(class_definition name: (_) @name) @chunk.open
(trait_definition name: (_) @name) @chunk.open
(object_definition name: (_) @name) @chunk.open
(package_object name: (_) @name) @chunk.open
(package_clause name: (_) @name body: (_)) @chunk.open
(enum_definition name: (_) @name) @chunk.open
(given_definition name: (_) @name) @chunk.open
(given_definition . return_type: (_) @name) @chunk.open
(extension_definition parameters: (_) @name) @chunk.open
(function_definition name: (_) @name) @chunk
(function_declaration name: (_) @name) @chunk
(type_definition name: (_) @name) @chunk
(template_body (val_definition pattern: (identifier) @name) @chunk.open)
(template_body (var_definition pattern: (identifier) @name) @chunk)
(compilation_unit (val_definition pattern: (identifier) @name) @chunk.open)
