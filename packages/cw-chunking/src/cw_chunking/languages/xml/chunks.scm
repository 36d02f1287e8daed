; The first two levels: by the attribute that names an element, else by its tag.
(document root: (element (_ (Attribute (Name) @_key (AttValue) @name)) (#eq? @_key "name")) @chunk.open)
(document root: (element (_ (Attribute (Name) @_key (AttValue) @name)) @_tag (#eq? @_key "id") (#not-match? @_tag "\\sname\\s*=")) @chunk.open)
(document root: (element [(STag . (Name) @name) (EmptyElemTag . (Name) @name)] @_tag (#not-match? @_tag "\\s(id|name)\\s*=")) @chunk.open)
(document root: (element (content (element (_ (Attribute (Name) @_key (AttValue) @name)) (#eq? @_key "name")) @chunk.open)))
(document root: (element (content (element (_ (Attribute (Name) @_key (AttValue) @name)) @_tag (#eq? @_key "id") (#not-match? @_tag "\\sname\\s*=")) @chunk.open)))
(document root: (element (content (element [(STag . (Name) @name) (EmptyElemTag . (Name) @name)] @_tag (#not-match? @_tag "\\s(id|name)\\s*=")) @chunk.open)))
