import { BLANK, childrenOf, columnsRead, type Expression, isPresent, source, text } from "./expression.ts";

/** Which source column a value comes from, as opposed to those that only decide which value it is. */

/**
 * An expression that yields the name of the source column a row's value comes from, or would come from where it's blank. It's blank itself where
 * no column can hold the row's value.
 */
export function valueSource(expression: Expression): Expression {
  switch (expression.kind) {
    case "column":
      return expression.side === "D" ? text(expression.name) : BLANK;
    case "case": {
      const branches = expression.branches.map(({ when, then }) => ({ when, then: valueSource(then) }));
      return { kind: "case", branches, otherwise: valueSource(expression.otherwise) };
    }
    default:
      return firstPresent(valueParts(expression));
  }
}

/**
 * An expression that yields the name of the first source column that decides on a row's value: of the branch that is taken, and of its alternatives
 * the one that holds. It's blank where no branch is taken.
 */
export function decidingSource(expression: Expression): Expression {
  if (expression.kind !== "case") return BLANK;
  const branches = expression.branches.map(({ when }) => ({ when, then: firstThatHolds(when) }));
  return { kind: "case", branches, otherwise: BLANK };
}

function firstThatHolds(condition: Expression): Expression {
  if (condition.kind === "any") {
    const branches = condition.parts.map((part) => ({ when: part, then: firstThatHolds(part) }));
    return { kind: "case", branches, otherwise: BLANK };
  }
  const columns = columnsInOrder(condition);
  const [first] = columns;
  if (first === undefined) return BLANK;
  // A column that is blank decides only by what it doesn't say, such as `custom_product`.
  const branches = columns.map((name) => ({ when: isPresent(source(name)), then: text(name) }));
  return columns.length === 1 ? text(first) : { kind: "case", branches, otherwise: text(first) };
}

/** The source columns a value may come from, in their order. */
export function valueColumns(expression: Expression): readonly string[] {
  if (expression.kind === "column") return expression.side === "D" ? [expression.name] : [];
  return [...new Set(valueParts(expression).flatMap(valueColumns))];
}

/** The source columns an expression reads, for a value or to decide on one, as it is written. */
export function columnsInOrder(expression: Expression): readonly string[] {
  if (expression.kind === "column") return expression.side === "D" ? [expression.name] : [];
  return [...new Set(childrenOf(expression).flatMap(columnsInOrder))];
}

/** The parts a value is made of; a condition makes none. */
function valueParts(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "case":
      return [...node.branches.map(({ then }) => then), node.otherwise];
    case "call":
    case "feedwide":
    case "category":
      return node.args;
    case "lookup":
      return node.otherwise === undefined ? [node.key] : [node.key, node.otherwise];
    case "map":
      return [node.value, node.otherwise];
    case "arithmetic":
      return [node.left, node.right];
    case "negative":
      return [node.value];
    default:
      return [];
  }
}

function firstPresent(parts: readonly Expression[]): Expression {
  const reading = parts.filter((part) => columnsRead(part).size > 0 && valueColumns(part).length > 0);
  const [first] = reading;
  if (first === undefined) return BLANK;
  const branches = reading.map((part) => ({ when: isPresent(part), then: valueSource(part) }));
  return { kind: "case", branches, otherwise: valueSource(first) };
}
