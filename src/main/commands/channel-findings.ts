import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { exportFindings, FindingRowShape, FindingShape, listFindingRows, listFindings } from "../../features/findings/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { PER_PAGE_MAX } from "../../kernel/page.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { countOption } from "../count-option.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { findingRowsText, findingsText } from "../finding-text.ts";

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
  const limit = String(countOption("--limit", options.limit, PER_PAGE_MAX));
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, options.feed);
  const path = { feed_id: String(feedId), slug: options.channel };
  const muted = options.muted === true ? { include_muted: "true" } : {};
  if (options.export !== undefined) {
    const query = { ...muted, ...(options.code === undefined ? {} : { code: options.code }) };
    await writeExport(options.export, (page) => performCommand(app, shop, exportFindings, { path, query: { ...query, page } }));
    return;
  }
  const asked = { app, shop, path };
  const json = (values: readonly object[]): string => `${JSON.stringify(values)}\n`;
  if (options.code !== undefined) {
    const found = await readRows(asked, options.code, { per_page: limit });
    const { findings } = await readFindings(asked, { code: options.code, include_muted: "true" });
    process.stdout.write(options.json === true ? json(found.rows) : findingRowsText(options.code, findings, found));
    return;
  }
  const { findings, total } = await readFindings(asked, { ...muted, per_page: limit });
  process.stdout.write(options.json === true ? json(findings) : findingsText(findings, total));
}

type Query = Readonly<Record<string, string>>;

interface Asked {
  readonly app: Awaited<ReturnType<typeof openCommandApp>>;
  readonly shop: ShopDb;
  readonly path: { readonly feed_id: string; readonly slug: string };
}

const Total = z.object({ total: z.int() });
const Findings = z.object({ data: z.array(FindingShape), meta: Total });
const Rows = z.object({ data: z.array(FindingRowShape), meta: Total });

async function readFindings({ app, shop, path }: Asked, query: Query) {
  const { data, meta } = Findings.parse(await performCommand(app, shop, listFindings, { path, query, withMeta: true }));
  return { findings: data, total: meta.total };
}

async function readRows({ app, shop, path }: Asked, code: string, query: Query) {
  const input = { path: { ...path, code }, query, withMeta: true } as const;
  const { data, meta } = Rows.parse(await performCommand(app, shop, listFindingRows, input));
  return { rows: data, total: meta.total };
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
