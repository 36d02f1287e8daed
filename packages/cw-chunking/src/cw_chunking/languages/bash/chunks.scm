(function_definition name: (word) @name) @chunk
