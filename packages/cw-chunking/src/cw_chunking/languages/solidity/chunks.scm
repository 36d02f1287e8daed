(contract_declaration name: (identifier) @name) @chunk.open
(interface_declaration name: (identifier) @name) @chunk.open
(library_declaration name: (identifier) @name) @chunk.open
(struct_declaration name: (identifier) @name) @chunk
(enum_declaration name: (identifier) @name) @chunk
(function_definition name: (identifier) @name) @chunk
(modifier_definition name: (identifier) @name) @chunk
(constructor_definition "constructor" @name) @chunk
(fallback_receive_definition ["receive" "fallback"] @name) @chunk
