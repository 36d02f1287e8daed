; Inner steps are `_` where the shape says enough: the time to compile a query grows with its named inner steps.
(header module: (module) @name) @definition.module
(declarations (data_type name: (_) @name) @definition.data)
(declarations (newtype name: (_) @name) @definition.newtype)
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name) @definition.class
(data_constructor constructor: (_ name: (constructor) @name)) @definition.constructor
(gadt_constructor name: (constructor) @name) @definition.constructor
(newtype_constructor name: (constructor) @name) @definition.constructor
(field name: (_ (variable) @name)) @definition.field

(declarations (function name: [(variable) @name (_ (operator) @name)]) @definition.function)
(declarations (function (_ operator: [(operator) @name (_ (variable) @name)])) @definition.function)
(declarations (bind name: [(variable) @name (_ (operator) @name)]) @definition.function)
(declarations (foreign_import signature: (_ name: [(variable) @name (_ (operator) @name)])) @definition.function)
(declarations (pattern_synonym (_ synonym: (constructor) @name)) @definition.pattern)
(declarations (pattern_synonym (_ synonym: (_ function: (constructor) @name))) @definition.pattern)
(class_declarations (signature name: [(variable) @name (_ (operator) @name)]) @definition.method)
(class_declarations (signature names: (_ (variable) @name @definition.method)))
(instance_declarations (function name: [(variable) @name (_ (operator) @name)]) @definition.method)
(instance_declarations (function (_ operator: [(operator) @name (_ (variable) @name)])) @definition.method)
(instance_declarations (bind name: [(variable) @name (_ (operator) @name)]) @definition.method)

(instance patterns: (_ . (name) @container)
  declarations: (_ [
    (_ name: [(variable) @name (_ (operator) @name)])
    (function (_ operator: [(operator) @name (_ (variable) @name)]))] @definition.method))
(instance patterns: (_ . (_ id: (name) @container))
  declarations: (_ [
    (_ name: [(variable) @name (_ (operator) @name)])
    (function (_ operator: [(operator) @name (_ (variable) @name)]))] @definition.method))
(instance patterns: (_ . (_ type: (_ constructor: (name) @container)))
  declarations: (_ [
    (_ name: [(variable) @name (_ (operator) @name)])
    (function (_ operator: [(operator) @name (_ (variable) @name)]))] @definition.method))
(instance patterns: (_ . (_ type: (_ constructor: (_ id: (name) @container))))
  declarations: (_ [
    (_ name: [(variable) @name (_ (operator) @name)])
    (function (_ operator: [(operator) @name (_ (variable) @name)]))] @definition.method))
(instance patterns: (_ . (_ type: (_ constructor: (_ constructor: (name) @container))))
  declarations: (_ [
    (_ name: [(variable) @name (_ (operator) @name)])
    (function (_ operator: [(operator) @name (_ (variable) @name)]))] @definition.method))

(apply function: (variable) @name) @reference.call
(apply function: (_ module: (_ (module_id) @receiver .) id: (variable) @name)) @reference.call
(exp (variable) @name) @reference.call
(exp (_ module: (_ (module_id) @receiver .) id: (variable) @name)) @reference.call
((infix left_operand: (variable) @name operator: (operator) @operator) @reference.call
  (#any-of? @operator "$" "<$>" "$!" "." "=<<" ">>=" ">>" "<*>"))
((infix left_operand: (_ module: (_ (module_id) @receiver .) id: (variable) @name) operator: (operator) @operator)
  @reference.call
  (#any-of? @operator "$" "<$>" "$!" "." "=<<" ">>=" ">>" "<*>"))
(infix_id (variable) @name) @reference.call
(_ type: (name) @name) @reference.type
(_ type: (_ id: (name) @name)) @reference.type
(function parameter: (name) @name) @reference.type
(function result: (name) @name) @reference.type
(function parameter: (_ id: (name) @name)) @reference.type
(function result: (_ id: (name) @name)) @reference.type
(apply constructor: (name) @name) @reference.type
(apply argument: (name) @name) @reference.type
(apply constructor: (_ id: (name) @name)) @reference.type
(apply argument: (_ id: (name) @name)) @reference.type
(instance name: (name) @name) @reference.inherit
(deriving (name) @name) @reference.inherit
(deriving (tuple (name) @name)) @reference.inherit
(deriving_instance name: (name) @name) @reference.inherit
(import module: (module) @name) @reference.import
