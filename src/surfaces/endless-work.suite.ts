import { sql } from "../engine/sql/fragment.ts";
import type { Warehouse } from "../platform/warehouse/warehouse-port.ts";

/** Hours of work. */
const ENDLESS = sql`SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = 7`;

/** Operations that never end by themselves, and what became of them. */
export interface EndlessWork {
  begun: number;
  /** What each was rejected with. */
  ends: unknown[];
  readonly query: (warehouse: Warehouse) => Promise<void>;
  readonly session: (warehouse: Warehouse) => Promise<void>;
}

/** `folder`: the folder of the session, once there is one. */
export function endlessWork(folder: () => string): EndlessWork {
  const watched = async (work: Promise<unknown>): Promise<void> => {
    watch.begun += 1;
    await work.catch((thrown: unknown) => {
      watch.ends.push(thrown);
      throw thrown;
    });
  };
  const inSession = async (warehouse: Warehouse): Promise<void> => {
    await using session = await warehouse.of(null).session({ folder: folder(), deadlineMs: 60_000, interactive: true });
    await session.all(ENDLESS);
  };
  const watch: EndlessWork = {
    begun: 0,
    ends: [],
    query: (warehouse) => watched(warehouse.of(null).query(ENDLESS)),
    session: (warehouse) => watched(inSession(warehouse)),
  };
  return watch;
}
