import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { openDatabase, type SharedServer, type TestDatabase } from "./postgres-template.ts";

/** Installed and extracted once in a run of the tests: a copy takes a tenth of the processor. */
export interface ListedTemplate {
  readonly database: string;
  /** With the objects of its snapshot. */
  readonly folder: string;
  readonly shopId: number;
  readonly feedId: number;
}

/** What is copied: a shop, and where its objects are. */
export interface MadeShop extends AsyncDisposable {
  readonly database: Pick<TestDatabase, "db">;
  readonly real: { readonly folder: string };
  readonly shop: { readonly shopId: number };
  readonly primaryId: number;
}

/** A number that nothing else on the server locks. */
const LOCK = 4_715_202;

/** Made by the first that asks for so many rows, in whichever process; the others wait. */
export async function listedTemplate(rows: number, make: (database: Promise<TestDatabase>) => Promise<MadeShop>): Promise<ListedTemplate> {
  const server = inject("postgresServer");
  const folder = join(server.folder, `listed-${rows}`);
  const client = new Client({ connectionString: server.superuser });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const described = await readFile(`${folder}.json`, "utf8").catch(() => undefined);
    if (described === undefined) return await makeTemplate(server, { rows, folder }, make);
    const { shop_id: shopId, feed_id: feedId } = members(parseJson(described));
    return { database: nameOf(server, rows), folder, shopId: Number(shopId), feedId: Number(feedId) };
  } finally {
    // Ends the lock as well.
    await client.end();
  }
}

const nameOf = ({ template }: SharedServer, rows: number): string => `${template}_listed_${rows}`;

async function makeTemplate(
  server: SharedServer,
  { rows, folder }: { readonly rows: number; readonly folder: string },
  make: (database: Promise<TestDatabase>) => Promise<MadeShop>,
): Promise<ListedTemplate> {
  const database = nameOf(server, rows);
  await using stack = new AsyncDisposableStack();
  const made = await make(openDatabase(server, database, server.template));
  stack.use(made);
  const { shop, primaryId: feedId, real } = made;
  await cp(join(real.folder, "objects"), folder, { recursive: true });
  // A database that somebody is connected to can't be copied.
  await stack.disposeAsync();
  await writeFile(`${folder}.json`, JSON.stringify({ shop_id: shop.shopId, feed_id: feedId }));
  return { database, folder, shopId: shop.shopId, feedId };
}
