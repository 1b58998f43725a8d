import type { CheckContext } from "../../expression/check-faults.ts";
import { BLANK, type Expression, source } from "../../expression/expression.ts";
import { readExpression } from "../../expression/read-expression.ts";
import { defaultMappings } from "../default-mappings.ts";
import { feedColumns } from "../feed-columns.ts";
import type { DefinitionContext, FeedDefinition } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { storedContext } from "../stored-context.ts";
import { writtenAttributes } from "../written-attributes.ts";

const TITLE = "title";

/** Each feed column or channel attribute reads one source column, an expression over source columns, or what the default mapping says. */
export function mappingStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const defaults = defaultMappings(definition, context);
  const stored = storedContext(definition.extraColumns, context.sourceColumns);
  const steps: Step[] = [];
  const columns = [...feedColumns(definition.extraColumns).map(({ name }) => name), ...writtenAttributes(definition, context)];
  // The title says what the attributes do not, so it comes behind them.
  for (const name of [...columns.filter((column) => column !== TITLE), TITLE]) {
    const written = definition.mappings[name];
    const value = written === undefined ? defaults.get(name) : written === null ? undefined : mappedValue(written, stored);
    if (value !== undefined) steps.push({ op: "assign", target: { side: "G", name }, value });
  }
  return { name: "mapping", steps };
}

/** What is stored was checked when it was written; a text that no longer reads is blank. */
function mappedValue(written: string, context: CheckContext): Expression {
  if (!written.startsWith("=")) return source(written);
  const read = readExpression(written.slice(1), context);
  return read.ok ? read.expression : BLANK;
}
