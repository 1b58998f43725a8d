import { entriesOf } from "../kernel/unsafe.ts";
import { SPAN_ATTRIBUTES } from "../platform/telemetry/span-definitions.ts";
import { code, page, rows } from "./page-text.ts";

const INTRODUCTION = `The attributes that spans can have; there are no others. [The guide](../guide/monitoring.md#traces) explains how to collect traces. In addition,
the resource of each span has \`service.name\`, \`service.version\` and \`service.instance.id\`.`;

/** Every attribute a span can have, from the definitions that the compiler checks spans against. */
export function tracesPage(): string {
  const cells = entriesOf<string, string>(SPAN_ATTRIBUTES).map(([name, help]) => [code(name), help]);
  return page("Traces", [INTRODUCTION, "", ...rows(["attribute", ""], cells)]);
}
