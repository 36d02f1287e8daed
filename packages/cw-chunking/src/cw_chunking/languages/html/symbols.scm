(element (_ (attribute (attribute_name) @_key [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)])
  (#eq? @_key "id"))) @definition.element
(element (start_tag (tag_name) @_tag) . (text) @name (#match? @_tag "^[hH][1-6]$")) @definition.heading

(start_tag (tag_name) @name (#match? @name "-")) @reference.call
(script_element (start_tag (attribute (attribute_name) @_key (quoted_attribute_value (attribute_value) @name)))
  (#eq? @_key "src")) @reference.import
(start_tag . (tag_name) @_tag (attribute (attribute_name) @_key (quoted_attribute_value (attribute_value) @name))
  (#eq? @_tag "link") (#eq? @_key "href")) @reference.import
