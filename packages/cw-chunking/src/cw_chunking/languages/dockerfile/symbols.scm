(from_instruction as: (image_alias) @name) @definition.stage
(arg_instruction name: (_) @name) @definition.argument
(env_pair name: (_) @name) @definition.variable

(from_instruction (image_spec name: (image_name) @name)) @reference.inherit
(expansion (variable) @name) @reference.type
