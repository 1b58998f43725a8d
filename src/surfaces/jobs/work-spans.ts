import { extractTraceparent } from "../../features/extracts/index.ts";
import { runTraceparent } from "../../features/runs/index.ts";
import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { parseTraceparent, type Traces } from "../../platform/telemetry/telemetry-port.ts";

interface TracedWork {
  readonly name: "extract" | "delta" | "run";
  readonly shop: ShopDb;
  readonly claim: { readonly id: number; readonly attempt: number };
}

interface Ended {
  readonly outcome: string;
  readonly rows: number;
}

/** Claimed work as a span of the trace that its row remembers: that of the request that asked for it, in whichever process that was. */
export async function asSpan(traces: Traces, { name, shop, claim }: TracedWork, work: () => Promise<Ended>): Promise<void> {
  if (!traces.enabled) {
    await work();
    return;
  }
  const remembered =
    name === "run" ? await runTraceparent(shop, storedId("run", claim.id)) : await extractTraceparent(shop, storedId("ext", claim.id));
  const attributes = { [name === "run" ? "feedwright.run_id" : "feedwright.extract_id"]: claim.id, "feedwright.attempt": claim.attempt };
  await traces.during(name, { parent: parseTraceparent(remembered) ?? null, attributes }, async (span) => {
    const { outcome, rows } = await work();
    span.note({ "feedwright.outcome": outcome, "feedwright.rows": rows });
  });
}
