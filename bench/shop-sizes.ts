import type { Cluster } from "../test/faults/cluster.ts";

/** How large the shops of a simulated day are, and which plans they have. */

/** `premium`: every shop has the largest plan. `fitting`: each has the smallest plan for its size. A plan sets how many extracts a day a shop has. */
export type ShopPlans = "premium" | "fitting";

const VARIANTS_PER_PRODUCT = 5;
/** A simulated product may have a few more. */
const ROOM = 1.5;

/** Long-tailed, and the same each time: half of the shops have fewer than 130 variants, the largest of a thousand half a million. `most`: no shop has more products. */
export function shopSizes(shops: number, most: number): readonly number[] {
  const smallest = 50;
  // With a thousand shops, the largest is ten thousand times the size of the smallest.
  const exponent = 4 / 3;
  return Array.from({ length: shops }, (_, at) =>
    Math.min(most, Math.max(1, Math.round((smallest * (shops / (at + 1)) ** exponent) / VARIANTS_PER_PRODUCT))),
  );
}

/** The plan of each size. */
export async function plansOf(
  { database: { pool } }: Pick<Cluster, "database">,
  sizes: readonly number[],
  plans: ShopPlans,
): Promise<readonly string[]> {
  if (plans === "premium") return sizes.map(() => plans);
  const { rows } = await pool.query<{ readonly code: string }>(
    `select coalesce((select code_name from plans where skus_max >= size order by skus_max limit 1), 'premium') as code
     from unnest($1::float8[]) with ordinality as sizes (size, nth) order by nth`,
    [sizes.map((products) => products * VARIANTS_PER_PRODUCT * ROOM)],
  );
  return rows.map(({ code }) => code);
}
