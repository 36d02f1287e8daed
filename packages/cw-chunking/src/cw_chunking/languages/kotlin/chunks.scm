(class_declaration (type_identifier) @name) @chunk.open
(object_declaration (type_identifier) @name) @chunk.open
(companion_object (type_identifier) @name) @chunk.open
; Without a name of its own: its members are named as those of the class.
(companion_object "object" @name . (class_body)) @chunk.open
(function_declaration (simple_identifier) @name) @chunk
(secondary_constructor "constructor" @name) @chunk
(type_alias (type_identifier) @name) @chunk
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @chunk)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @chunk)
