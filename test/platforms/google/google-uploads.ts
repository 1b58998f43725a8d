import { fetchFeedFile } from "../feed-file.ts";
import { judgeRow, type UploadIssue } from "./google-rows.ts";
import type { GoogleAccount, GoogleDataSource, GoogleState, GoogleUpload } from "./google-state.ts";
import { labelsOf, urlOf } from "./google-sources.ts";

interface Reading {
  readonly account: GoogleAccount;
  readonly source: GoogleDataSource;
  readonly now: Date;
  readonly polls: number;
}

/** Reads a data source's file and takes its rows in: what isn't in the file any more is gone. A file that can't be read changes nothing. */
export async function readFile(state: GoogleState, { account, source, now, polls }: Reading): Promise<void> {
  const file = await fetchFeedFile(urlOf(source));
  // It may have been deleted meanwhile.
  if (!state.dataSources.has(source.id)) return;
  source.fetchedAt = [...source.fetchedAt, now];
  const base = { pollsLeft: polls, uploadTime: now };
  if (file.kind === "failed") {
    source.upload = { ...base, state: "FAILED", itemsTotal: 0, itemsCreated: 0, issues: [{ ...FAILED_FETCHES[file.why], count: 1 }] };
    return;
  }
  const judged = file.rows.map((row) => judgeRow(row, account.homepage));
  const taken = judged.filter(({ dropped }) => dropped.length === 0);
  const others = state.products.filter(({ dataSourceId }) => dataSourceId !== source.id);
  const { feedLabel, contentLanguage } = labelsOf(source);
  const products = new Map(
    taken.map(({ offerId, issues }) => [
      offerId,
      { accountId: account.id, dataSourceId: source.id, offerId, feedLabel, contentLanguage, issues },
    ]),
  );
  state.products = [...others, ...products.values()];
  source.upload = {
    ...base,
    state: taken.length === 0 ? "FAILED" : "SUCCEEDED",
    itemsTotal: judged.length,
    itemsCreated: products.size,
    issues: counted(judged.flatMap(({ dropped }) => dropped)),
  };
}

const FAILED_FETCHES: Readonly<Record<"unreachable" | "empty" | "broken", UploadIssue>> = {
  unreachable: {
    code: "fetch/http_error",
    title: "The file couldn't be fetched",
    description: "The server didn't send the file.",
    severity: "ERROR",
  },
  empty: { code: "file/empty", title: "The file is empty", description: "The file has no items.", severity: "ERROR" },
  broken: { code: "?", title: "The file couldn't be read", description: "The file ends early or has a wrong form.", severity: "ERROR" },
};

function counted(issues: readonly UploadIssue[]): GoogleUpload["issues"] {
  const byTitle = new Map<string, UploadIssue & { readonly count: number }>();
  for (const issue of issues) byTitle.set(issue.title, { ...issue, count: (byTitle.get(issue.title)?.count ?? 0) + 1 });
  return [...byTitle.values()];
}
