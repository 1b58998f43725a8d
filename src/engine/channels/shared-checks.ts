import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, sql } from "../sql/fragment.ts";
import { parquet, passingParquet } from "../sql/parquet.ts";
import type { ChannelAttribute } from "./attribute.ts";
import { categorisedRows } from "./categorised-rows.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { Check } from "./check.ts";
import { textsOf } from "./columns-read.ts";
import { type AskedCheck, foundBy, readsCategory } from "./findings-query.ts";
import { type RowFiles, rowsToSend } from "./rows-to-send.ts";

/** A channel's checks with the rows they are of. */
export interface ChannelChecks {
  readonly checks: readonly Check[];
  readonly attributes: readonly ChannelAttribute[];
  readonly input: ChannelInput;
  readonly files: RowFiles;
}

/** A check of a channel by its place in the channel's list, and by its place among those of all channels. */
export interface PlacedCheck {
  readonly nth: number;
  readonly shared: number;
}

export interface SharedChecks {
  readonly asked: readonly AskedCheck[];
  /** In the order of the channels. */
  readonly placed: readonly (readonly PlacedCheck[])[];
}

/** Most channels ask the same of most columns. What several ask of the same rows is asked once. */
export function sharedChecks(channels: readonly ChannelChecks[]): SharedChecks {
  const asked = new Map<string, AskedCheck>();
  const placed = channels.map((channel) =>
    channel.checks.flatMap((check, nth): readonly PlacedCheck[] => {
      if (check.kind === "feed") return [];
      const rows = rowsOf(channel, check);
      const key = [check.kind, ...[rows, ...textsOf(check)].map(({ text }) => text)].join("\n");
      const known = asked.get(key) ?? { check, nth: asked.size, rows };
      asked.set(key, known);
      return [{ nth, shared: known.nth }];
    }),
  );
  return { asked: [...asked.values()], placed };
}

/** The rows, with only those extra columns that the check reads: DuckDB attaches extra columns by position, and does that in one thread. */
function rowsOf({ attributes, input, files }: ChannelChecks, check: Check): Sql {
  const readsAsides = textsOf(check).some(({ text }) => text.includes('"aside_'));
  const rows = rowsToSend(readsAsides ? files : { ...files, asides: null }, null);
  return readsCategory(check) ? categorisedRows(attributes, input, rows) : rows;
}

const place = (split: boolean): Sql => (split ? sql`ord, item` : sql`ord`);

/** Writes `ord[, item], row_id, product_id, nth`: what the checks of all channels find, in no particular order. */
export function writeSharedFindings(asked: readonly AskedCheck[], { rows, split }: SharedRows, file: string): Sql {
  const found = foundBy(asked, sql`${place(split)}, row_id, product_id`, rowsToSend({ rows, asides: null }, null));
  return sql`COPY (${found}) TO ${literal(file)} ${passingParquet()}`;
}

interface SharedRows {
  /** `rows.parquet`. */
  readonly rows: string;
  /** A rule has split rows: then `item` tells the rows of one `ord` apart. */
  readonly split: boolean;
}

/** Writes what the checks of one channel have found: the same columns, each check's rows together and in feed order, so that a page of one is quickly read. */
export function writeFindings(sharedFile: string, checks: readonly PlacedCheck[], { split }: Pick<SharedRows, "split">, file: string): Sql {
  const numbers = (of: (check: PlacedCheck) => number): Sql =>
    sql`unnest(CAST([${list(checks.map((check) => integer(of(check))))}] AS INTEGER[]))`;
  const own = sql`SELECT ${numbers(({ shared }) => shared)} AS shared, ${numbers(({ nth }) => nth)} AS nth`;
  return sql`COPY (SELECT ${place(split)}, row_id, product_id, own.nth FROM read_parquet(${literal(sharedFile)}) found JOIN (${own}) own ON own.shared = found.nth
    ORDER BY own.nth, ${place(split)}) TO ${literal(file)} ${parquet()}`;
}
