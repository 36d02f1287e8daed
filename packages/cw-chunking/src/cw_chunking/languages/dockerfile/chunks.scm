; Instructions have no names: the keyword stands for a long command, the image for a stage without a name.
(from_instruction (image_spec) @name !as) @chunk
(from_instruction as: (image_alias) @name) @chunk
(run_instruction "RUN" @name) @chunk
