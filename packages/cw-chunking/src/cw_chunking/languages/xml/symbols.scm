(document root: (element (_ (Attribute (Name) @_key (AttValue) @name) (#eq? @_key "name"))) @definition.element)
(document root: (element (_ (Attribute (Name) @_key (AttValue) @name)) @_tag (#eq? @_key "id") (#not-match? @_tag "\\sname\\s*=")) @definition.element)
(document root: (element (content (element (_ (Attribute (Name) @_key (AttValue) @name) (#eq? @_key "name"))) @definition.element)))
(document root: (element (content (element (_ (Attribute (Name) @_key (AttValue) @name)) @_tag (#eq? @_key "id") (#not-match? @_tag "\\sname\\s*=")) @definition.element)))

; What a document brings in says so by the same two attributes everywhere.
(element (_ . (Name) @_tag (Attribute (Name) @_key (AttValue) @name)) (#match? @_tag "(^|:)([Ii]mport|include)$") (#match? @_key "^(schemaLocation|href|Project|file|location)$")) @reference.import
