import type { BucketSettings, CostBucket } from "../admin/cost-bucket.ts";
import type { BulkOperations } from "../bulk/bulk-operations.ts";
import type { SampleCollection } from "../../sample/sample-product.ts";
import type { MetaobjectFacts } from "../catalog/metaobjects.ts";
import type { BulkOperation } from "../bulk/operation.ts";
import type { SimulatedApp } from "../app/simulated-app.ts";
import type { SimulatedWebhooks } from "../webhooks/simulated-webhooks.ts";
import { catalogControl } from "./catalog-control.ts";
import { changeAtRandom, type RandomChanges } from "./random-changes.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ProductChange } from "../catalog/product-change.ts";
import type { Chaos, Failures, PlannedFailure } from "./failures.ts";
import { type ProductState, productState } from "./product-state.ts";

/** The strings behind the shop: what a merchant would do in Shopify's admin, and what only fate does. */
export interface SimulatorControl {
  /** The app that merchants install. */
  readonly app: SimulatedApp;
  readonly webhooks: SimulatedWebhooks;
  /** Says what was done. */
  changeAtRandom(changes: RandomChanges): readonly string[];
  product(number: number): ProductState | undefined;
  /** Undefined: there is no such product. */
  changeProduct(number: number, change: ProductChange): ProductState | undefined;
  deleteProduct(number: number): boolean;
  /** As many as still fit into a shop. */
  addProducts(count: number): readonly ProductState[];
  collections(): readonly SampleCollection[];
  /** Undefined: there is none of the id. */
  renameCollection(id: number, title: string): SampleCollection | undefined;
  deleteCollection(id: number): boolean;
  metaobjects(): readonly MetaobjectFacts[];
  renameMetaobject(id: number, title: string): MetaobjectFacts | undefined;
  deleteMetaobject(id: number): boolean;
  /** Every product as it really is now, in order. */
  state(): Iterable<ProductState>;
  /** In the order they are to strike, after those that wait already. */
  fail(failure: PlannedFailure): void;
  failures(): readonly PlannedFailure[];
  clearFailures(): void;
  setChaos(chaos: Chaos | null): void;
  chaos(): Chaos | null;
  /** Sets the bucket of points; `{ currentlyAvailable: 0 }` drains it. */
  throttle(settings: Partial<BucketSettings>): BucketSettings;
  /** Oldest first. */
  operations(): readonly BulkOperation[];
  /** Answers how many operations lost their file. */
  expireLinks(): number;
}

export interface ControlParts {
  readonly shopDomain: string;
  readonly catalog: Catalog;
  readonly bulk: BulkOperations;
  readonly failures: Failures;
  readonly bucket: CostBucket;
  readonly app: SimulatedApp;
  readonly webhooks: SimulatedWebhooks;
  readonly nowMs: () => number;
  /** After each change of a product. */
  readonly changed: () => void;
}

export function createControl({
  shopDomain,
  catalog,
  bulk,
  failures,
  bucket,
  app,
  webhooks,
  nowMs,
  changed,
}: ControlParts): SimulatorControl {
  const stateOf = (product: Parameters<typeof productState>[0]) => productState(product, { shopDomain, catalog });
  const control: SimulatorControl = {
    app,
    webhooks,
    changeAtRandom: (changes) => changeAtRandom(control, changes, () => catalog.end()),
    ...catalogControl({ catalog, events: webhooks.events, changed, stateOf }),
    fail: (failure) => failures.plan(failure),
    failures: () => failures.waiting(),
    clearFailures: () => failures.clear(),
    setChaos: (chaos) => failures.setChaos(chaos),
    chaos: () => failures.chaos(),
    throttle: (settings) => {
      bucket.set(settings, nowMs());
      return bucket.status(nowMs());
    },
    operations: () => bulk.list().map(told),
    expireLinks: () => bulk.expire(),
  };
  return control;
}

/** As it is now, and without what only those who carry it out know. */
function told(operation: BulkOperation): BulkOperation {
  const { id, status, errorCode, createdAt, completedAt, objectCount, rootObjectCount, fileSize, url, partialDataUrl, query } = operation;
  return { id, status, errorCode, createdAt, completedAt, objectCount, rootObjectCount, fileSize, url, partialDataUrl, query };
}
