(binding attrpath: (attrpath) @name) @chunk
(binding attrpath: (attrpath) @name expression: [(attrset_expression) (rec_attrset_expression)]) @chunk.open
(binding attrpath: (attrpath) @name expression: (let_expression)) @chunk.open
