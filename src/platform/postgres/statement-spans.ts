import { currentPlace, type SpanStart, type Traces } from "../telemetry/telemetry-port.ts";

/** A statement as a span of the trace that is open. Statements of no trace, such as heartbeats, make none. */
export function statementTracing(traces: Traces): <T>(text: string, work: () => Promise<T>) => Promise<T> {
  if (!traces.enabled) return (_text, work) => work();
  const known = new Map<string, StatementSpan>();
  return (text, work) => {
    if (currentPlace() === undefined) return work();
    const { name, start } = known.get(text) ?? remember(known, text);
    return traces.during(name, start, work);
  };
}

interface StatementSpan {
  readonly name: string;
  readonly start: SpanStart;
}

/** Statements are built from parts, so there are more of them than places where one is written; this bounds what is kept of them. */
const KNOWN_MAX = 2_000;

function remember(known: Map<string, StatementSpan>, text: string): StatementSpan {
  const span = statementSpan(text);
  if (known.size < KNOWN_MAX) known.set(text, span);
  return span;
}

const OPERATION = /^[\s(]*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|set|lock|notify|start)\b/i;
/** Names of tables are ours. Of a statement with several, the first. */
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_]{1,63})"?(?![a-z_."]*\()/i;

/** Only what it does and to which table. Its text may hold a value, and its parameters do. */
function statementSpan(text: string): StatementSpan {
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? "OTHER";
  const table = TABLE.exec(text)?.[1];
  const attributes = { "db.system.name": "postgresql", "db.operation.name": operation };
  return table === undefined
    ? { name: `postgresql ${operation}`, start: { kind: "client", attributes } }
    : { name: `postgresql ${operation} ${table}`, start: { kind: "client", attributes: { ...attributes, "db.collection.name": table } } };
}
