"""One module, one tool: its parameters, its words for the model, its plain function over the engine."""
