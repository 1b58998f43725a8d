import type { FeedRead, ReadFile } from "./cluster-history.ts";
import { rowsOf } from "./cluster-shop.ts";
import { readFeed, sha256 } from "./feed-reader.ts";

type Read = Pick<FeedRead, "invokedMs" | "endedMs" | "outcome" | "status" | "file">;

interface Wanted {
  readonly encoding: "gzip" | "identity";
  readonly products: number;
}

/** Reads a feed file once and takes from it what tells the file of one run from that of another. */
export async function readClusterFeed(url: string, wanted: Wanted): Promise<Read> {
  const invokedMs = performance.now();
  try {
    const answer = await readFeed(url, wanted.encoding);
    const endedMs = performance.now();
    if (answer.status !== 200)
      return { invokedMs, endedMs, status: answer.status, outcome: answer.status >= 500 ? "info" : "fail", file: null };
    return { invokedMs, endedMs, status: 200, outcome: "ok", file: factsOf(answer, wanted) };
  } catch {
    // Nobody answered, or the answer ended before its length: its reader knows that it isn't the file.
    return { invokedMs, endedMs: performance.now(), status: 0, outcome: "info", file: null };
  }
}

/** The same file is read many times. */
const seen = new Map<string, Pick<ReadFile, "edits" | "exports" | "rows">>();
const SEEN_MAX = 500;

function factsOf({ text, sent, etag }: Awaited<ReturnType<typeof readFeed>>, { encoding, products }: Wanted): ReadFile {
  const hash = sha256(text);
  const facts = seen.get(hash) ?? rowFacts(text.toString("utf8"));
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.set(hash, facts);
  const rowsExpected = rowsOf(products, Number(facts.exports[0]?.slice(1)));
  return { encoding, etag: etag.replaceAll(`"`, ""), sentSha256: sha256(sent), sha256: hash, ...facts, rowsExpected };
}

/** The last change of the settings is in every link, and the version of the export in the cents of every price. */
function rowFacts(text: string): Pick<ReadFile, "edits" | "exports" | "rows"> {
  const [header = "", ...lines] = text.split("\n");
  const columns = header.split("\t");
  const [link, price] = [columns.indexOf("link"), columns.indexOf("price")];
  const edits = new Set<string>();
  const exports = new Set<string>();
  for (const line of lines.slice(0, -1)) {
    const cells = line.split("\t");
    edits.add(/[?&]utm_source=(\w+)/.exec(cells[link] ?? "")?.[1] ?? "none");
    exports.add(`v${Number(/\.(\d\d) /.exec(cells[price] ?? "")?.[1])}`);
  }
  // The last line ends with a line break.
  if (lines.at(-1) !== "") edits.add("an unfinished line");
  return { edits: [...edits], exports: [...exports], rows: lines.length - 1 };
}
