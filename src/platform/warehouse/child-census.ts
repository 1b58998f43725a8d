import type { DuckDbChild } from "./duckdb-child.ts";
import type { PoolLoad } from "./warehouse-port.ts";

/** The children of a pool that are alive, and what became of those that were. */
export interface ChildCensus {
  add(child: Pick<DuckDbChild, "gone" | "lostBy">): void;
  read(): Omit<PoolLoad, "waiting">;
}

export function openCensus(): ChildCensus {
  const lost = { crashed: 0, deadline: 0 };
  let children = 0;
  return {
    add(child) {
      children += 1;
      void child.gone.then(() => {
        const reason = child.lostBy();
        children -= 1;
        if (reason === "crashed" || reason === "deadline") lost[reason] += 1;
      });
    },
    read: () => ({ children, lost: { ...lost } }),
  };
}
