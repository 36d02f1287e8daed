; Inner steps are `_` where the shape says enough: the time to compile a query grows with its named inner steps.
(Decl (_ function: (IDENTIFIER) @name)) @chunk
(Decl (_ function: (IDENTIFIER) @name) . (_ (Statement (_ (_ (_ (ContainerDecl))))))) @chunk.open
(Decl (_ . ["const" "var"] . variable_type_function: (IDENTIFIER) @name "="
  . (_ . (_ . [(ContainerDecl) (ErrorSetDecl)])))) @chunk.open
(Decl (_ . "var" . variable_type_function: (IDENTIFIER) @name)) @chunk
((Decl (_ . "const" . variable_type_function: (IDENTIFIER) @name "=" . (_) @value)) @chunk
  (#not-match? @value "^(@import|@This|((packed |extern )?(struct|union|enum|opaque|error)[ ({])|[A-Za-z_][A-Za-z0-9_.]*$)"))
(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name) @chunk
