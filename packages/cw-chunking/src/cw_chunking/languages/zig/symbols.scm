; Inner steps are `_` where the shape says enough: the time to compile a query grows with its named inner steps.
(Decl (_ function: (IDENTIFIER) @name)) @definition.function
(ContainerDecl (Decl (_ function: (IDENTIFIER) @name)) @definition.method)
(Decl (_ variable_type_function: (IDENTIFIER) @name "=" . (_ . (_ . (ContainerDecl (_ . "struct")))))) @definition.struct
(Decl (_ variable_type_function: (IDENTIFIER) @name "=" . (_ . (_ . (ContainerDecl (_ . "union")))))) @definition.union
(Decl (_ variable_type_function: (IDENTIFIER) @name "=" . (_ . (_ . (ContainerDecl (_ . "enum")))))) @definition.enum
(Decl (_ variable_type_function: (IDENTIFIER) @name "=" . (_ . (_ . (ContainerDecl (_ . "opaque")))))) @definition.opaque
(Decl (_ variable_type_function: (IDENTIFIER) @name "=" . (_ . (_ . (ErrorSetDecl))))) @definition.error
; A file is a struct: `const Server = @This();` names it.
((source_file
  (Decl (_ variable_type_function: (IDENTIFIER) @name "=" . (_ . (_ . (BUILTINIDENTIFIER) @word)))) @definition.struct)
  (#eq? @word "@This") (#not-match? @name "^(Self|This)$"))
(Decl (_ . "var" . variable_type_function: (IDENTIFIER) @name)) @definition.variable
; Imports, and other names for what is defined elsewhere, are no constants.
((Decl (_ . "const" . variable_type_function: (IDENTIFIER) @name "=" . (_) @value)) @definition.constant
  (#not-match? @value "^(@import|@This|((packed |extern )?(struct|union|enum|opaque|error)[ ({])|[A-Za-z_][A-Za-z0-9_.]*$)"))
(ContainerField . field_member: (IDENTIFIER) @name) @definition.field
(ContainerField (doc_comment) . field_member: (IDENTIFIER) @name @definition.field)
(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name) @definition.test

(SuffixExpr . (IDENTIFIER) @name . (FnCallArguments)) @reference.call
(SuffixExpr . (IDENTIFIER) @receiver . (_ function_call: (IDENTIFIER) @name)) @reference.call
(SuffixExpr (FieldOrFnCall (IDENTIFIER) @receiver) . (_ function_call: (IDENTIFIER) @name)) @reference.call
(SuffixExpr [(FnCallArguments) (SuffixOp)] . (_ function_call: (IDENTIFIER) @name)) @reference.call
(ParamType (_ (_ . (IDENTIFIER) @name .))) @reference.type
(ParamType (_ (_ (_ field_access: (IDENTIFIER) @name) .))) @reference.type
(FnProto (ErrorUnionExpr (_ . (IDENTIFIER) @name .))) @reference.type
(FnProto (ErrorUnionExpr (_ (_ field_access: (IDENTIFIER) @name) .))) @reference.type
(FnProto (_ (ErrorUnionExpr (_ . (IDENTIFIER) @name .)))) @reference.type
(FnProto (_ (ErrorUnionExpr (_ (_ field_access: (IDENTIFIER) @name) .)))) @reference.type
(ContainerField [":" (PrefixTypeOp)] . (_ (_ . (IDENTIFIER) @name .))) @reference.type
(ContainerField [":" (PrefixTypeOp)] . (_ (_ (_ field_access: (IDENTIFIER) @name) .))) @reference.type
(VarDecl ":" . (_ (_ . (IDENTIFIER) @name .))) @reference.type
(VarDecl ":" . (_ (_ (_ field_access: (IDENTIFIER) @name) .))) @reference.type
(_ (ErrorUnionExpr (_ . (IDENTIFIER) @name .)) . (InitList)) @reference.type
((SuffixExpr . (BUILTINIDENTIFIER) @word . (_ (_ (_ (STRINGLITERALSINGLE) @name)))) @reference.import
  (#any-of? @word "@import" "@embedFile" "@cInclude"))
