(function_item name: (identifier) @name) @chunk
(function_signature_item name: (identifier) @name) @chunk
(struct_item name: (type_identifier) @name) @chunk
(enum_item name: (type_identifier) @name) @chunk
(union_item name: (type_identifier) @name) @chunk
(macro_definition name: (identifier) @name) @chunk
(type_item name: (type_identifier) @name) @chunk
(const_item name: (identifier) @name) @chunk
(static_item name: (identifier) @name) @chunk

(trait_item name: (type_identifier) @name) @chunk.open
(mod_item name: (identifier) @name body: (declaration_list)) @chunk.open
(impl_item type: (_) @name) @chunk.open
(foreign_mod_item (extern_modifier) @name) @chunk.open
