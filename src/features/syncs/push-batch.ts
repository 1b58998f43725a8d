import { z } from "zod";
import type { PushLimits, PushRow as RowToPush } from "../../channels/platform-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { PushPlan } from "./push-queries.ts";

/** A line of `writePushChanges`. */
const Line = z.object({
  n: z.int(),
  kind: z.enum(["put", "remove"]),
  id: z.string(),
  values: z.record(z.string(), z.string()),
});

type Place = PushPlan["at"];

export interface Batch {
  readonly rows: readonly RowToPush[];
  readonly end: Place;
}

/** The next rows of a plan, as many as fit in a batch: the same ones whoever asks. */
export async function readBatch(objects: Pick<ObjectStore, "read">, plan: PushPlan, limits: PushLimits): Promise<Batch> {
  const rows: RowToPush[] = [];
  let { line, byte } = plan.at;
  let bytes = 0;
  const stream = await objects.read(plan.changes, { start: byte, end: plan.end - 1 });
  try {
    for await (const text of linesOf(stream)) {
      const { n, kind, id, values } = Line.parse(parseJson(text.toString("utf8")));
      if (n !== line + 1) throw new PlainError("push_out_of_order", `Line ${n} of ${plan.changes} stands where ${line + 1} should.`);
      bytes += sizeOf(id, values);
      if (rows.length > 0 && (rows.length >= limits.rowsMax || bytes > limits.bytesMax)) break;
      rows.push(kind === "put" ? { kind, itemId: id, values } : { kind, itemId: id });
      line = n;
      byte += text.length + 1;
    }
  } finally {
    stream.destroy();
  }
  return { rows, end: { line, byte } };
}

/** Ends at line feeds alone: values may hold other characters that end lines. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: readonly Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]);
      rest = [];
      from = at + 1;
    }
    rest = [...rest, chunk.subarray(from)];
  }
}

/** Quotes, a colon and a comma for each value. */
const PUNCTUATION_BYTES = 6;

function sizeOf(id: string, values: Readonly<Record<string, string>>): number {
  const all = Object.entries(values).map(([name, value]) => name.length + Buffer.byteLength(value) + PUNCTUATION_BYTES);
  return all.reduce((sum, size) => sum + size, Buffer.byteLength(id));
}
