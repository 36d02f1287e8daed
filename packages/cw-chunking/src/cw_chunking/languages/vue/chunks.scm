(document (template_element (start_tag (tag_name) @name)) @chunk.open)
(script_element (start_tag (tag_name) @name)) @chunk.open
(style_element (start_tag (tag_name) @name)) @chunk.open
(element (_ (attribute (attribute_name) @_key (quoted_attribute_value (attribute_value) @name)) (#eq? @_key "id"))) @chunk.open
(document (element (start_tag (tag_name) @name)) @chunk.open)

(script_element (start_tag) @_tag (raw_text) @embedded.javascript
  (#not-match? @_tag "\\s(type|lang)\\s*=\\s*[\"']?(?!module|babel|js|(text|application)/(java|ecma|x-java)script|text/babel)[a-z]"))
(script_element (start_tag) @_tag (raw_text) @embedded.typescript
  (#match? @_tag "\\s(type|lang)\\s*=\\s*[\"']?(text/|application/)?(ts|typescript)\\b"))
(script_element (start_tag) @_tag (raw_text) @embedded.tsx (#match? @_tag "lang\\s*=\\s*[\"']?(tsx|jsx)"))
(style_element (start_tag) @_tag (raw_text) @embedded.css (#not-match? @_tag "lang\\s*=\\s*[\"']?(less|sass|scss|stylus)"))
(style_element (start_tag) @_tag (raw_text) @embedded.scss (#match? @_tag "lang\\s*=\\s*[\"']?scss"))
