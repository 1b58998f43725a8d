import { createKey } from "../../src/features/keys/index.ts";
import type { Db } from "../../src/platform/postgres/postgres-port.ts";
import { apiClient, type ApiClient, eventually } from "./api-client.ts";

/** A shop that was installed from an export, and its published primary feed. */
export interface CsvShop {
  readonly id: string;
  readonly client: ApiClient;
  readonly key: string;
  readonly feedUrl: string;
}

interface Installation {
  readonly url: string;
  readonly database: { readonly db: Db };
}

const PUBLISHED_WITHIN_MS = 300_000;

/** What `feedwright shop add` makes, by requests: for tests of something else, which a process more only costs time. */
export async function csvShop({ url, database }: Installation, domain: string, csv: string): Promise<CsvShop> {
  const { rawKey } = await createKey(database.db, { kind: "admin", name: "Installing", grants: ["write_admin"] });
  const storefront = { kind: "csv", csv };
  const installed = await apiClient(url, rawKey).post("/admin/shops", { domain, currency: "USD", country: "US", storefront });
  if (installed.status !== 201) throw new Error(`${domain} was answered ${installed.status} ${JSON.stringify(installed.body)}`);
  const { id, merchant_key: key } = installed.data;
  const client = apiClient(url, String(key));
  const { list } = await eventually(
    () => client.get("/feeds"),
    (answer) => typeof answer.list[0]?.["feed_url"] === "string",
    PUBLISHED_WITHIN_MS,
  );
  return { id: String(id), client, key: String(key), feedUrl: String(list[0]?.["feed_url"]) };
}
