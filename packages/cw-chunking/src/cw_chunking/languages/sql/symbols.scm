(create_table [(keyword_table) (keyword_exists)] . (object_reference name: (identifier) @name)) @definition.table
(create_table (keyword_table) . (ERROR) . (object_reference name: (identifier) @name)) @definition.table
(create_view [(keyword_view) (keyword_exists)] . (object_reference name: (identifier) @name)) @definition.view
(create_materialized_view [(keyword_view) (keyword_exists)] . (object_reference name: (identifier) @name)) @definition.view
(create_function (keyword_function) . (object_reference name: (identifier) @name)) @definition.function
(create_trigger (keyword_trigger) . (object_reference name: (identifier) @name)) @definition.trigger
(create_type (keyword_type) . (object_reference name: (identifier) @name)) @definition.type
(create_index column: (identifier) @name) @definition.index
(create_sequence (object_reference . name: (identifier) @name)) @definition.sequence
(create_schema (identifier) @name) @definition.schema
(create_table (column_definitions (column_definition name: (identifier) @name) @definition.field))

(invocation (object_reference name: (identifier) @name)) @reference.call
(create_trigger (keyword_execute) . [(keyword_function) (keyword_procedure)] . (object_reference name: (identifier) @name)) @reference.call
(create_trigger (keyword_on) . (object_reference name: (identifier) @name)) @reference.type
(create_index (keyword_on) . (object_reference name: (identifier) @name)) @reference.type
(relation (object_reference name: (identifier) @name)) @reference.type
(insert (object_reference name: (identifier) @name)) @reference.type
(alter_table (object_reference name: (identifier) @name)) @reference.type
(column_definition (keyword_references) . (object_reference name: (identifier) @name)) @reference.type
(constraint (keyword_references) . (object_reference name: (identifier) @name)) @reference.type
(column_definition custom_type: (object_reference name: (identifier) @name)) @reference.type
