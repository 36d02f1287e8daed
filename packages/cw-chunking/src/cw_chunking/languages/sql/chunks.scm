; The name stands right after the keyword, or after `IF NOT EXISTS`, or after a bracket that the grammar does not know.
(create_table [(keyword_table) (keyword_exists)] . (object_reference name: (identifier) @name)) @chunk
(create_table (keyword_table) . (ERROR) . (object_reference name: (identifier) @name)) @chunk
(create_view [(keyword_view) (keyword_exists)] . (object_reference name: (identifier) @name)) @chunk
(create_materialized_view [(keyword_view) (keyword_exists)] . (object_reference name: (identifier) @name)) @chunk
(create_function (keyword_function) . (object_reference name: (identifier) @name)) @chunk
(create_trigger (keyword_trigger) . (object_reference name: (identifier) @name)) @chunk
(create_type (keyword_type) . (object_reference name: (identifier) @name)) @chunk
(create_index column: (identifier) @name) @chunk
