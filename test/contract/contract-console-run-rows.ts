import { type CoverageRow, held, section } from "./coverage-row.ts";

/** What the console asks of runs and files. */
export const CONSOLE_RUN_ROWS: readonly CoverageRow[] = [
  ...section("console", {
    "runs.discard: the run needs no decision, can't be published, and the live file stays": held(
      "discardRun",
      "a discarded run needs no attention and can't be published, and the live file stays",
      "a held run that a newer live one replaced, and a live one, can't be discarded",
      "of publishing and discarding at the same moment exactly one wins",
    ),
    "runs.restore: takes a discard back": held(
      "discardRun",
      "a restored run is held again and can be published",
      "a run that was discarded before a newer one went live is restored as superseded, and published like any older run",
      "a discarded run whose files are gone can't be restored",
    ),
    "runs.diff: product, title and cause of a row; filters": held(
      "runDiff",
      "a row that differs has its product, title and cause",
      "rows are filtered by change, field and text, and the total follows",
    ),
    "runs.diff_summary: by change, field and cause, with samples; held against live": held(
      "runDiff",
      "the summary counts rows by change, field and cause, and its sums are those of the rows",
      "a first run is compared with nothing, and a changed mapping, a cell and an override are the causes of what they change",
      "a cell that brings a row back is the cause, and a held run is compared with the live one",
    ),
    "feeds.files: URL, size, rows, tag, last fetch by whom, without addresses": held(
      "feedFiles",
      "is shown with the file's URL, size, rows and tag, by class and by the first 200 characters of the user agent",
      "is written at most once a minute for each file, and never with an address",
      "doesn't keep the file from being served while the database is away",
    ),
    "runs.series: by run, hour and day of the shop, gaps, held marks, at most 500 points": held(
      "runSeries",
      "by run every ended run is a point, with its counts, findings, duration and what became of its file",
      "by day a point has the last run that went live on that day of the shop, and a day without a run is a gap",
      "by hour every hour is there, across a change of the clock too",
      "has at most 500 points: a longer one is refused, or has longer points where it may choose",
    ),
  }),
];
