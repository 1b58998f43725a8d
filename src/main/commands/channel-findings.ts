import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { exportFindings, FindingRowShape, FindingShape, listFindingRows, listFindings } from "../../features/findings/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { countOption } from "../count-option.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { table } from "../text-table.ts";

export interface ChannelFindingsOptions {
  readonly channel: string;
  readonly feed: string;
  readonly code?: string;
  readonly muted?: boolean;
  readonly export?: string;
  readonly limit: string;
  readonly json?: boolean;
}

/** What a channel's checks found in the live run: as a table, the rows of one code, or all of it as a file. */
export async function showFindings(options: ChannelFindingsOptions): Promise<void> {
  const limit = String(countOption("--limit", options.limit));
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  const path = { feed_id: String(feedId), slug: options.channel };
  const muted = options.muted === true ? { include_muted: "true" } : {};
  if (options.export !== undefined) {
    const query = { ...muted, ...(options.code === undefined ? {} : { code: options.code }) };
    await writeExport(options.export, (page) => performCommand(app, shop, exportFindings, { path, query: { ...query, page } }));
    return;
  }
  if (options.code !== undefined) {
    const answer = await performCommand(app, shop, listFindingRows, { path: { ...path, code: options.code }, query: { per_page: limit } });
    const rows = z.array(FindingRowShape).parse(answer);
    process.stdout.write(options.json === true ? `${JSON.stringify(rows)}\n` : rowTable(rows, options.code));
    return;
  }
  const answer = await performCommand(app, shop, listFindings, { path, query: { ...muted, per_page: limit } });
  const findings = z.array(FindingShape).parse(answer);
  process.stdout.write(options.json === true ? `${JSON.stringify(findings)}\n` : findingTable(findings));
}

const SEVERITIES = { error: "Error", warning: "Warning", info: "Hint" } as const;

function findingTable(findings: readonly FindingShape[]): string {
  if (findings.length === 0) return "No findings.\n";
  const rows = findings.map(({ severity, affected_count: affected, field, code, message, muted }) => [
    `${SEVERITIES[severity]}${muted ? " (muted)" : ""}`,
    affected === 0 ? "" : String(affected),
    field ?? "",
    code,
    message,
  ]);
  return `${table(["Severity", "Rows", "Field", "Code", "Message"], rows)}\nShow the rows of a finding with --code <code>.\n`;
}

function rowTable(rows: readonly FindingRowShape[], code: string): string {
  if (rows.length === 0) return `${code} affects no rows.\n`;
  return table(
    ["Row", "SKU", "Field", "Value", "Title"],
    rows.map(({ row_id: row, sku, field, value, title }) => [row, sku ?? "", field ?? "", shortened(value), shortened(title)]),
  );
}

const SHOWN_MAX = 60;

function shortened(text: string): string {
  const points = [...text];
  return points.length > SHOWN_MAX ? `${points.slice(0, SHOWN_MAX - 1).join("")}…` : text;
}

/** Page after page, each but the first without its header. */
async function writeExport(file: string, read: (page: string) => Promise<unknown>): Promise<void> {
  let rows = 0;
  for (let page = 1; ; page += 1) {
    const text = z.string().parse(await read(String(page)));
    const body = text.slice(text.indexOf("\n") + 1);
    if (page > 1 && body === "") break;
    await write(file, page === 1 ? text : body, page === 1 ? "w" : "a");
    rows += body.split("\r\n").length - 1;
  }
  process.stdout.write(`Wrote ${rows} ${rows === 1 ? "line" : "lines"} to ${file}.\n`);
}

async function write(file: string, text: string, flag: "w" | "a"): Promise<void> {
  await writeFile(file, text, { flag }).catch((error: unknown) => {
    throw new PlainError("file_unwritable", `${file} can't be written: ${error instanceof Error ? error.message : String(error)}`, error);
  });
}
