import { forgetPlaces, replaceGroups, rowsStay } from "./replace-groups.ts";
import type { MergedLayout } from "./merge-layout.ts";
import type { MergeWork } from "./merge-snapshot.ts";
import { marketFile, SOURCE_FILE, SOURCE_INDEX_FILE, translationFile } from "./snapshot.ts";
import { scratchMarket, type WrittenRows } from "./write-rows.ts";
import { scratchTranslation } from "./write-translations.ts";
import { COUNTRY_COLUMNS } from "../../engine/source/country-prices.ts";
import { visibleColumns, writeProductLines, writeSourceIndex } from "../../engine/source/snapshot-files.ts";
import { FIXED_COLUMNS } from "../../engine/source/translated-columns.ts";
import { forgetZipped, orderZipped, writeZipped, type ZippedColumn, type ZippedFiles } from "../../engine/source/zip-snapshots.ts";
import { list, literal, name, sql } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";

interface Sides {
  /** `source.parquet` of the base. */
  readonly old: string;
  readonly fresh: WrittenRows;
  readonly layout: MergedLayout;
  /** Another file of the base. */
  readonly local: (file: string) => Promise<string>;
}

interface MergedFiles {
  readonly source: string;
  readonly index: string;
  readonly lines: string;
  readonly markets: readonly string[];
  readonly translated: readonly string[];
  /** Columns of each language. */
  readonly translations: readonly (readonly string[])[];
}

/** Files of both sides, put together in the scratch folder. */
export async function writeMerged(work: MergeWork, sides: Sides): Promise<MergedFiles> {
  const { session, scratch, base, products, extraction } = work;
  const { old, fresh, layout, local } = sides;
  const freshSource = scratch.file(SOURCE_FILE);
  const rows = { old: base.facts.variants, fresh: fresh.variants };
  const together = putTogether(work, sides, await rowsStay(work, { old, fresh: freshSource, products }));
  const source = scratch.file("merged-source.parquet");
  const columns = [
    ...KEYS,
    ...layout.columns.map((column, at) => zipped(`s${at + 1}`, place(base.facts.columns, column), place(fresh.columns, column))),
  ];
  const isSameLayout = JSON.stringify(layout.columns) === JSON.stringify(base.facts.columns);
  await together.numbered({ old, fresh: freshSource, columns, blank: sql`''` }, source, isSameLayout);
  const index = await writeIndex(work, { ...sides, together }, source);
  const lines = scratch.file("merged-products.txt");
  await session.run(writeProductLines(source, layout.columns, lines));

  const markets: string[] = [];
  if ((extraction.countries ?? []).length > 0) await together.order();
  for (const at of (extraction.countries ?? []).keys()) {
    const file = scratch.file(`merged-${scratchMarket(at)}`);
    const prices = COUNTRY_COLUMNS.map((_, nth) => zipped(`l${nth + 1}`, name(`l${nth + 1}`), name(`l${nth + 1}`)));
    const files = { old: await local(marketFile(at)), fresh: scratch.file(scratchMarket(at)), columns: prices };
    await session.run(writeZipped({ ...files, blank: BLANK, numbered: false }, rows, file));
    markets.push(file);
  }
  const translated: string[] = [];
  const translations: (readonly string[])[] = [];
  if (extraction.translations.length > 0) await together.order();
  for (const at of extraction.translations.keys()) {
    const language = await writeLanguage(work, sides, at);
    translated.push(language.file);
    translations.push(language.columns);
  }
  await together.forget();
  return { source, index, lines, markets, translated, translations };
}

interface Together {
  /** Writes a file whose rows begin with their `ord`. `sameColumns`: the base's has the same ones. */
  readonly numbered: (files: Omit<ZippedFiles, "numbered">, file: string, sameColumns: boolean) => Promise<void>;
  /** What `writeZipped` needs, made once. */
  readonly order: () => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** Where every row stays in its place, only the row groups that differ are written; otherwise both sides are zipped, which writes every row. */
function putTogether(work: MergeWork, { old, fresh }: Sides, staysInPlace: boolean): Together {
  const { session, scratch, base, products } = work;
  const position = (columns: readonly string[]): Sql => place(columns, "variant_position") ?? sql`''`;
  const sides = [
    { source: old, position: position(base.facts.columns) },
    { source: scratch.file(SOURCE_FILE), position: position(fresh.columns) },
  ] as const;
  let isOrdered = false;
  const order = async (): Promise<void> => {
    if (!isOrdered) await session.run(...orderZipped(...sides, products));
    isOrdered = true;
  };
  return {
    order,
    async numbered(files, file, sameColumns) {
      if (staysInPlace && sameColumns && (await replaceGroups(work, files, file))) return;
      await order();
      await session.run(writeZipped({ ...files, numbered: true }, { old: base.facts.variants, fresh: fresh.variants }, file));
    },
    async forget() {
      await forgetPlaces(work);
      await session.run(...forgetZipped());
    },
  };
}

const BLANK = sql`NULL::VARCHAR`;
const zipped = (column: string, old: Sql | null, fresh: Sql | null): ZippedColumn => ({ column, old, fresh });
const KEYS = ["row_id", "product_id"].map((key) => zipped(key, name(key), name(key)));

/** Where a column is in a file of `s1…`, or of another letter. */
function place(columns: readonly string[], column: string, letter = "s"): Sql | null {
  const at = columns.indexOf(column);
  return at === -1 ? null : name(`${letter}${at + 1}`);
}

/** The texts that searches read are long, and remain as they are unless there are other columns now. */
async function writeIndex(
  { session, scratch, base }: MergeWork,
  { fresh, layout, local, together }: Sides & { readonly together: Together },
  source: string,
): Promise<string> {
  const index = scratch.file("merged-index.parquet");
  const seen = (columns: readonly string[]): string => JSON.stringify(visibleColumns(columns).map(({ column }) => column));
  if (seen(layout.columns) !== seen(base.facts.columns) || seen(layout.columns) !== seen(fresh.columns)) {
    await session.run(writeSourceIndex(source, layout.columns, index));
    return index;
  }
  const columns = [...KEYS, ...["search", "line_bytes"].map((column) => zipped(column, name(column), name(column)))];
  const files = { old: await local(SOURCE_INDEX_FILE), fresh: scratch.file(SOURCE_INDEX_FILE), columns, blank: sql`NULL` };
  await together.numbered(files, index, true);
  return index;
}

/** A language's columns are those that it says something in, the base's and the fresh ones; those in which it says nothing any more go. */
async function writeLanguage(work: MergeWork, { fresh, layout, local }: Sides, at: number) {
  const { session, scratch, base } = work;
  const [had, has] = [base.facts.translation_columns[at] ?? [], fresh.translations[at]?.columns ?? []];
  const dynamic = layout.columns.filter((column) => !FIXED_COLUMNS.includes(column));
  const all = [...FIXED_COLUMNS, ...dynamic].filter((column) => had.includes(column) || has.includes(column));
  const rows = { old: base.facts.variants, fresh: fresh.variants };
  const write = async (columns: readonly string[], file: string): Promise<void> => {
    const cells = columns.map((column, nth) => zipped(`l${nth + 1}`, place(had, column, "l"), place(has, column, "l")));
    const files = { old: await local(translationFile(at)), fresh: scratch.file(scratchTranslation(at)), columns: cells };
    await session.run(writeZipped({ ...files, blank: BLANK, numbered: false }, rows, file));
  };
  const file = scratch.file(`merged-${scratchTranslation(at)}`);
  await write(all, file);
  const empty = all.filter((column) => !has.includes(column));
  if (empty.length === 0) return { file, columns: all };
  const [row] = await session.all(
    sql`SELECT ${list(empty.map((column, nth) => sql`count(${name(`l${all.indexOf(column) + 1}`)}) AS ${name(`n${nth + 1}`)}`))} FROM read_parquet(${literal(file)})`,
  );
  const columns = all.filter((column) => !empty.includes(column) || Number(row?.[`n${empty.indexOf(column) + 1}`]) > 0);
  if (columns.length === all.length) return { file, columns };
  const narrower = scratch.file(`merged-narrow-${scratchTranslation(at)}`);
  await write(columns, narrower);
  return { file: narrower, columns };
}
