/** Whether the next run, or the next look of the platform at its file, ends a platform's issue with a row. */

/** What is known of all rows of a feed's channel. */
export interface OutlookFacts {
  /** As people call the platform. */
  readonly platform: string;
  /** Whether the platform judged a file before the live one; null: nobody knows. */
  readonly isJudgedBefore: boolean | null;
  /** Whether the findings of the file it judged are known. */
  readonly knowsJudged: boolean;
  /** The feed or its data changed since the live run. */
  readonly isOutdated: boolean;
}

/** What is known of one row. */
export interface RowFacts {
  readonly place: "file" | "excluded" | "omitted";
  /** Our finding that means the same; null: none. */
  readonly findingCode: string | null;
  /** The live run has the finding on the row. */
  readonly found: boolean;
  /** The run whose file the platform judged had it. */
  readonly foundBefore: boolean;
}

export interface Outlook {
  /** Null: it can't be told. */
  readonly fixed: boolean | null;
  readonly reason: string;
}

export function outlookOf(row: RowFacts, facts: OutlookFacts): Outlook {
  if (row.place !== "file") return ofMissingRow(row, facts);
  if (row.findingCode === null) return { fixed: null, reason: "Feedwright has no check for this issue." };
  return row.found ? ofFault(row.findingCode, facts) : ofClearedFault(row, facts);
}

function ofMissingRow({ place }: RowFacts, { platform, isJudgedBefore }: OutlookFacts): Outlook {
  const why = place === "excluded" ? "The row is no longer in the file." : "The row is left out of the file because of an error.";
  if (isJudgedBefore === false)
    return { fixed: null, reason: `${why} ${platform} has read that file and still lists the item, which it may remove later.` };
  return { fixed: true, reason: `${why} ${platform} removes the item after it next reads the file.` };
}

function ofFault(code: string, { isOutdated }: OutlookFacts): Outlook {
  if (isOutdated)
    return {
      fixed: null,
      reason: `The live file has this fault (${code}). The feed or its data changed since; the next run shows whether that fixes it.`,
    };
  return { fixed: false, reason: `The live file has this fault (${code}), and nothing changed since that could fix it.` };
}

function ofClearedFault({ foundBefore }: RowFacts, { platform, isJudgedBefore, knowsJudged }: OutlookFacts): Outlook {
  if (isJudgedBefore === null)
    return { fixed: null, reason: `The live file doesn't have this fault, but it isn't known which file ${platform} judged.` };
  if (!isJudgedBefore)
    return {
      fixed: null,
      reason: `${platform} read the live file, and Feedwright's check doesn't find this fault there. Look at the item at ${platform}.`,
    };
  if (!knowsJudged)
    return {
      fixed: null,
      reason: `The live file doesn't have this fault, but the file that ${platform} judged isn't there to compare with.`,
    };
  if (!foundBefore)
    return {
      fixed: null,
      reason: `Feedwright's check doesn't find this fault, neither in the live file nor in the one that ${platform} judged.`,
    };
  return { fixed: true, reason: `The live file no longer has this fault; ${platform} judged an earlier one.` };
}

/** Outlooks of rows of one issue as one: it's fixed if every row is, and it isn't if any row isn't. */
export function combinedOutlook(outlooks: readonly (Outlook & { readonly rows: number })[]): Outlook & { readonly fixedRows: number } {
  const count = (of: readonly { readonly rows: number }[]): number => of.reduce((sum, { rows }) => sum + rows, 0);
  const fixedRows = count(outlooks.filter(({ fixed }) => fixed === true));
  const largest = outlooks.toSorted((one, other) => other.rows - one.rows);
  const [deciding] = [false, null, true].flatMap((value) => largest.filter(({ fixed }) => fixed === value));
  if (deciding === undefined) return { fixed: null, reason: "No row of this feed is affected.", fixedRows };
  const all = count(outlooks);
  const reason = deciding.rows === all ? deciding.reason : `${deciding.rows} of ${all} rows: ${deciding.reason}`;
  return { fixed: deciding.fixed, reason, fixedRows };
}
