import type { PolledOperation } from "./bulk-answers.ts";
import type { Part } from "./bulk-documents.ts";
import type { PartQuery } from "./part-query.ts";

/** How far an extraction is, from what Shopify has counted: running the operations, bringing their files, reading them. */
export interface PartProgress {
  found(query: PartQuery, operation: PolledOperation): void;
  /** Its file is here, or it will never be. */
  brought(query: PartQuery): void;
  read(part: Part): void;
  done(): void;
}

/** Shares of the whole. Reading the core is most of what is left when the files are here. */
const RUNNING_SHARE = 0.7;
const BRINGING_SHARE = 0.15;
const READ_CORE_SHARE = 0.1;

/** Roots of a part are products, but for stock and prices, which are asked of the variants. */
const ROOTS: Readonly<Record<Part, "products" | "variants">> = {
  core: "products",
  metafields: "products",
  inventory: "variants",
  publications: "products",
  translations: "products",
  prices: "variants",
};

export function partProgress(
  queries: readonly PartQuery[],
  expected: Readonly<Record<"products" | "variants", number>>,
  tell: (share: number) => void,
): PartProgress {
  const running = new Map<PartQuery, number>(queries.map((query) => [query, 0]));
  const brought = new Set<PartQuery>();
  let readShare = 0;
  let told = 0;
  const update = (): void => {
    const run = [...running.values()].reduce((sum, share) => sum + share, 0) / queries.length;
    const share = run * RUNNING_SHARE + (brought.size / queries.length) * BRINGING_SHARE + readShare;
    // An operation that is started anew begins again from nothing; what was told stays.
    told = Math.max(told, Math.min(1, share));
    tell(told);
  };
  return {
    found(query, { status, rootObjectCount }) {
      const share = status === "COMPLETED" ? 1 : Math.min(0.99, rootObjectCount / Math.max(1, expected[ROOTS[query.part]]));
      running.set(query, share);
      update();
    },
    brought(query) {
      brought.add(query);
      running.set(query, 1);
      update();
    },
    read(part) {
      if (part === "core") readShare = READ_CORE_SHARE;
      update();
    },
    done() {
      readShare = 1 - RUNNING_SHARE - BRINGING_SHARE;
      update();
    },
  };
}
