import { source } from "../../expression/expression.ts";
import type { FeedDefinition, DefinitionContext } from "../feed-definition.ts";
import type { Stage, Step } from "../feed-plan.ts";
import { feedColumns } from "../feed-columns.ts";
import { defaultMappings } from "../default-mappings.ts";

/** Each feed column reads one source column, or what the default mapping says. */
export function mappingStage(definition: FeedDefinition, context: DefinitionContext): Stage {
  const defaults = defaultMappings(definition, context);
  const steps: Step[] = [];
  for (const { name } of feedColumns(definition.extraColumns)) {
    const mapped = definition.mappings[name];
    const value = mapped === undefined ? defaults.get(name) : mapped === null ? undefined : source(mapped);
    if (value !== undefined) steps.push({ op: "assign", target: { side: "G", name }, value });
  }
  return { name: "mapping", steps };
}
