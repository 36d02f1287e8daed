(element (_ (attribute (attribute_name) @_key [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)])
  (#eq? @_key "id"))) @chunk.open
(element (start_tag (tag_name) @name) @_tag (#match? @name "-|^template$") (#not-match? @_tag "\\sid\\s*=")) @chunk.open
(script_element (start_tag (tag_name) @name)) @chunk.open
(style_element (start_tag (tag_name) @name)) @chunk.open

(script_element (start_tag) @_tag (raw_text) @embedded.javascript
  (#not-match? @_tag "\\s(type|lang)\\s*=\\s*[\"']?(?!module|babel|js|(text|application)/(java|ecma|x-java)script|text/babel)[a-z]"))
(script_element (start_tag) @_tag (raw_text) @embedded.typescript
  (#match? @_tag "\\s(type|lang)\\s*=\\s*[\"']?(text/|application/)?(ts|typescript)\\b"))
(style_element (start_tag) @_tag (raw_text) @embedded.css (#not-match? @_tag "lang\\s*=\\s*[\"']?(less|sass|scss|stylus)"))
