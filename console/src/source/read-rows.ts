import type { ApiAnswer, ApiRequest } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import type { RowAt, SourceRow } from "./row-pages.ts";

/** What the API is asked for rows: the question of the table, with other columns and pages. */
export type AskRows = (
  part: NonNullable<ApiRequest<"source.rows">["query"]>,
  signal?: AbortSignal,
) => Promise<ApiAnswer<"source.rows">["data"]>;

interface Range {
  readonly first: number;
  readonly last: number;
  readonly columns: readonly string[];
}

/** The API's own limit of a page. */
const ROWS_MAX = 500;
/** The longest values that the API shows. */
const WHOLE = 20_000;
/** So many whole values fit into one answer. */
const WHOLE_VALUES_MAX = 500;
const AT_ONCE = 3;

/** Rows that aren't on the screen, for what is done to many of them at once. */
export async function readRows(ask: AskRows, range: Range): Promise<RowAt> {
  return readPages(range, ROWS_MAX, (paged) => ask({ ...paged, columns: range.columns.join(",") }));
}

/** The same rows with the whole of each value that came cut. */
export async function readWhole(ask: AskRows, range: Range, at: RowAt): Promise<RowAt> {
  const isCut = (row: SourceRow | undefined) => range.columns.some((column) => row?.cut.includes(column));
  const places = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index).filter((index) =>
    isCut(at(index)),
  );
  const columns = range.columns.filter((column) => places.some((index) => at(index)?.cut.includes(column)));
  const [first, last] = [places.at(0), places.at(-1)];
  if (first === undefined || last === undefined) return at;
  const size = Math.max(1, Math.floor(WHOLE_VALUES_MAX / columns.length));
  const whole = await readPages({ first, last }, size, (paged) => ask({ ...paged, columns: columns.join(","), cut: WHOLE }));
  const isStillCut = places.some((index) => (whole(index)?.cut.length ?? 0) > 0);
  if (isStillCut) throw new Error(messages.source.tooLong(WHOLE));
  return (index) => withValues(at(index), whole(index));
}

function withValues(row: SourceRow | undefined, whole: SourceRow | undefined): SourceRow | undefined {
  if (row === undefined || whole === undefined) return row;
  return { ...row, values: { ...row.values, ...whole.values }, edited: { ...row.edited, ...whole.edited }, cut: [] };
}

type AskPage = (paged: { readonly page: number; readonly per_page: number }) => Promise<readonly SourceRow[]>;

async function readPages({ first, last }: Pick<Range, "first" | "last">, size: number, ask: AskPage): Promise<RowAt> {
  const pages = new Map<number, readonly SourceRow[]>();
  const [from, to] = [Math.floor(first / size), Math.floor(last / size)];
  for (let page = from; page <= to; page += AT_ONCE) {
    const several = Array.from({ length: Math.min(AT_ONCE, to - page + 1) }, (_, next) => page + next);
    const answers = await Promise.all(several.map((one) => ask({ page: one + 1, per_page: size })));
    for (const [next, rows] of answers.entries()) pages.set(page + next, rows);
  }
  return (index) => pages.get(Math.floor(index / size))?.[index % size];
}
