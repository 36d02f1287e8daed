(message (message_name) @name) @chunk.open
(enum (enum_name) @name) @chunk
(service (service_name) @name) @chunk.open
(rpc (rpc_name) @name) @chunk
(extend (full_ident) @name) @chunk
