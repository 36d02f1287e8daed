(rule_set (selectors) @name) @chunk.open
(media_statement (_) @name . (block)) @chunk.open
(supports_statement (_) @name . (block)) @chunk.open
(at_rule (_) @name . (block)) @chunk.open
(keyframes_statement (keyframes_name) @name) @chunk
