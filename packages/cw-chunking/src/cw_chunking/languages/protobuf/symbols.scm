(message (message_name) @name) @definition.message
(enum (enum_name) @name) @definition.enum
(service (service_name) @name) @definition.service
(rpc (rpc_name) @name) @definition.rpc
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(enum_field . (identifier) @name) @definition.variant

(message_or_enum_type (identifier) @name .) @reference.type
(extend (full_ident (identifier) @name .)) @reference.inherit
(import path: (_) @name) @reference.import
