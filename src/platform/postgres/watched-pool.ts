import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Client, type Pool, type PoolClient } from "pg";
import { branded } from "../../kernel/unsafe.ts";
import { DatabaseSilent } from "./postgres-port.ts";
import type { Traces } from "../telemetry/telemetry-port.ts";
import type { SilenceWatch } from "./silence-watch.ts";
import { statementTracing } from "./statement-spans.ts";

/** The pool as Kysely takes it, where nobody waits for a database that hangs. */
export function watchedPool(pool: Pool, watch: SilenceWatch, traces: Traces): PostgresPool {
  const traced = statementTracing(traces);
  return {
    async connect() {
      watch.requireVoice();
      const connecting = pool.connect();
      try {
        return watchedClient(await watch.during(connecting), watch, traced);
      } catch (error) {
        // It may come yet; then nobody waits for it any more.
        connecting.then((client) => client.release()).catch(() => undefined);
        throw error;
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Once it was silent nobody knows what the connection still carries out, so nothing more is asked over it and it is closed. */
function watchedClient(client: PoolClient, watch: SilenceWatch, traced: ReturnType<typeof statementTracing>): PostgresPoolClient {
  let isSilent = false;
  return branded<PostgresPoolClient>({
    async query(text: string, values: unknown[]) {
      if (isSilent) throw new DatabaseSilent();
      try {
        return await traced(text, () => watch.during(client.query(text, values)));
      } catch (error) {
        isSilent = error instanceof DatabaseSilent;
        throw error;
      }
    },
    release: (destroy?: boolean) => client.release(destroy === true || isSilent),
  });
}

/** A question that takes no time, over a connection of its own. */
export async function probe(connectionString: string, signal: AbortSignal): Promise<void> {
  const client = new Client({ connectionString, application_name: "feedwright probe" });
  client.on("error", () => undefined);
  const end = (): void => void client.end().catch(() => undefined);
  signal.addEventListener("abort", end, { once: true });
  try {
    await client.connect();
    await client.query("select 1");
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}
