import { countRunDifference, findComparedRuns, readRunDifference } from "../../features/runs/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, parseId, type RunId, storedId } from "../../kernel/ids.ts";
import { openCommandApp } from "../command-app.ts";
import { countOption } from "../count-option.ts";
import { findRunOfFeed, PLAINLY, type RunOfFeedOptions } from "../find-run.ts";

export interface RunsDiffOptions extends RunOfFeedOptions {
  readonly against?: string;
  readonly limit: string;
  readonly json?: boolean;
}

type Rows = Awaited<ReturnType<typeof readRunDifference>>["rows"];

export async function diffRunOfFeed(options: RunsDiffOptions): Promise<void> {
  const limit = countOption("--limit", options.limit);
  await using app = await openCommandApp();
  const { shop, feedId, run } = await findRunOfFeed(app.postgres.db, options);
  const against = options.against === undefined ? undefined : runIdOf(options.against);
  const runs = await findComparedRuns({ ...PLAINLY, shop }, { feedId, run, against });
  if (runs.before === undefined) throw new PlainError("run_unknown", `There is no stored run before ${options.run} to compare it with.`);
  const { rows, total } = await readRunDifference({ ...app.services, shop }, runs, { page: { page: 1, per_page: limit } });
  const counts = await countRunDifference({ ...app.services, shop }, runs);
  const [before, after] = [runs.before.id, runs.after.id].map((id) => formatId("run", storedId("run", id)));
  if (options.json === true) {
    const data = rows.map(({ rowId, change, fields }) => ({ row_id: rowId, change, fields }));
    process.stdout.write(`${JSON.stringify({ run_id: after, against: before, ...counts, total, rows: data })}\n`);
    return;
  }
  const shown = total > rows.length ? `; showing the first ${rows.length}, see more with --limit` : "";
  const totals = `${before} → ${after}: ${counts.added} added, ${counts.removed} removed, ${counts.changed} changed${shown}.`;
  process.stdout.write(`${[...rows.flatMap(linesOf), totals].join("\n")}\n`);
}

function runIdOf(text: string): RunId {
  const id = parseId("run", text);
  if (id === undefined) throw new PlainError("run_unknown", `--against must be the id of a run such as run_12, not ${text}.`);
  return id;
}

const MARKS = { added: "+", removed: "-", changed: "~" } as const;

function linesOf({ rowId, change, fields }: Rows[number]): readonly string[] {
  if (change === "changed") return fields.map(({ field, before, after }) => `~ ${rowId} ${field}: ${quoted(before)} → ${quoted(after)}`);
  const title = fields.find(({ field }) => field === "title");
  const text = change === "added" ? title?.after : title?.before;
  return [`${MARKS[change]} ${rowId}${text === undefined ? "" : ` ${quoted(text)}`}`];
}

/** A line has no room for a description. */
const QUOTED_MAX = 100;

function quoted(text: string): string {
  const points = [...text];
  return JSON.stringify(points.length > QUOTED_MAX ? `${points.slice(0, QUOTED_MAX).join("")}…` : text);
}
