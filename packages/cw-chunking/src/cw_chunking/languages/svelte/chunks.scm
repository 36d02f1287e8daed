(script_element (start_tag (tag_name) @name)) @chunk.open
(style_element (start_tag (tag_name) @name)) @chunk.open
(snippet_statement (snippet_start_expr (snippet_name) @name)) @chunk
(element (_ (attribute (attribute_name) @_key (quoted_attribute_value (attribute_value) @name)) (#eq? @_key "id"))) @chunk.open

(script_element (start_tag) @_tag (raw_text) @embedded.javascript
  (#not-match? @_tag "\\s(type|lang)\\s*=\\s*[\"']?(?!module|babel|js|(text|application)/(java|ecma|x-java)script|text/babel)[a-z]"))
(script_element (start_tag) @_tag (raw_text) @embedded.typescript
  (#match? @_tag "\\s(type|lang)\\s*=\\s*[\"']?(text/|application/)?(ts|typescript)\\b"))
(style_element (start_tag) @_tag (raw_text) @embedded.css (#not-match? @_tag "lang\\s*=\\s*[\"']?(less|sass|scss|stylus)"))
(style_element (start_tag) @_tag (raw_text) @embedded.scss (#match? @_tag "lang\\s*=\\s*[\"']?scss"))
