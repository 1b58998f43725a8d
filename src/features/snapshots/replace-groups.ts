import { productNumbers } from "../../engine/source/dynamic-owners.ts";
import { countMoved, forgetReplaced, groupsOf, placeReplaced, writeGroup } from "../../engine/source/replace-groups.ts";
import type { ZippedColumn } from "../../engine/source/zip-snapshots.ts";
import { ROW_GROUP_ROWS } from "../../engine/sql/parquet.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { RowsWork } from "./write-rows.ts";

/** Share of the row groups. If more of them differ, one statement that writes all of them is as fast. */
const REPLACED_SHARE_MAX = 0.5;

type Replacing = Pick<RowsWork, "session">;

/** A file of the base snapshot and the file with the changed products. The first column is `ord`. */
interface ReplacedFile {
  readonly old: string;
  readonly fresh: string;
  readonly columns: readonly ZippedColumn[];
  readonly blank: Sql;
}

interface Placed {
  readonly old: string;
  readonly fresh: string;
  readonly products: readonly string[];
}

/** Whether the products have the same rows as before, in the same order. `replaceGroups` uses their positions until `forgetPlaces`. */
export async function rowsStay({ session }: Replacing, { old, fresh, products }: Placed): Promise<boolean> {
  await session.run(placeReplaced(old, fresh, productNumbers(products)));
  const [counted] = await session.all(countMoved());
  return Number(counted?.["moved"]) === 0;
}

/** Writes the file with only the differing row groups rewritten. False: too many of them differ, and nothing was written. */
export async function replaceGroups({ session }: Replacing, replaced: ReplacedFile, file: string): Promise<boolean> {
  const groups = (await session.all(groupsOf(replaced.old))).map((row) => ({
    nth: Number(row["nth"]),
    firstRow: Number(row["first_row"]),
    rows: Number(row["rows"]),
    isReplaced: row["replaced"] === true,
  }));
  const differing = groups.filter(({ isReplaced }) => isReplaced);
  const areSmall = differing.every(({ rows }) => rows <= 2 * ROW_GROUP_ROWS);
  if (!areSmall || differing.length > groups.length * REPLACED_SHARE_MAX) return false;
  const written: { readonly nth: number; readonly file: string }[] = [];
  for (const group of differing) {
    const one = `${file}.group-${group.nth}`;
    await session.run(writeGroup(replaced, group, one));
    written.push({ nth: group.nth, file: one });
  }
  await session.splice({ base: replaced.old, groups: written, file });
  return true;
}

export async function forgetPlaces({ session }: Replacing): Promise<void> {
  await session.run(forgetReplaced());
}
