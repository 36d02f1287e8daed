(element (_ (attribute (attribute_name) @_key (quoted_attribute_value (attribute_value) @name)) (#eq? @_key "id"))) @definition.element

(start_tag (tag_name) @name (#match? @name "^[A-Z]|-")) @reference.call
(self_closing_tag (tag_name) @name (#match? @name "^[A-Z]|-")) @reference.call
(script_element (start_tag (attribute (attribute_name) @_key (quoted_attribute_value (attribute_value) @name)) (#eq? @_key "src"))) @reference.import
