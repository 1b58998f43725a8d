import type { Catalog } from "../catalog/catalog.ts";
import type { SimulatedApp } from "../app/simulated-app.ts";
import type { SimulatedWebhooks } from "../webhooks/simulated-webhooks.ts";
import type { BulkOperations } from "../bulk/bulk-operations.ts";

/** What fields are resolved from. */
export interface AdminContext {
  readonly shopDomain: string;
  readonly scopes: ReadonlySet<string>;
  readonly catalog: Catalog;
  readonly bulk: BulkOperations;
  readonly app: SimulatedApp;
  readonly webhooks: SimulatedWebhooks;
  /** Where the simulator is reached. */
  readonly baseUrl: () => string;
}

export type Args = Readonly<Record<string, unknown>>;

/** One definition of a field for both readers, queries and bulk operations. A connection answers a `Listing`. */
export type Field<Source> = (source: Source, args: Args, context: AdminContext) => unknown;
export type Fields<Source> = Readonly<Record<string, Field<Source>>>;
