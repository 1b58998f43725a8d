import { z } from "zod";
import { keysOf } from "../../../kernel/unsafe.ts";
import { ProductChange } from "../catalog/product-change.ts";
import { APP_CALLS } from "./app-calls.ts";
import { WEBHOOK_CALLS } from "./webhook-calls.ts";
import { FAILURES_WAITING_MAX, PRODUCTS_MAX } from "../limits.ts";
import { FAILURE_KINDS, FAILURE_MEANINGS, type FailureKind } from "./failure-kinds.ts";
import type { SimulatorControl } from "./simulator-control.ts";

/** The calls of the control API as data: routes and the list of them that `GET /control` answers both come from here. */
export interface ControlCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly says: string;
  readonly body?: z.ZodType;
  /** What `{number}` is of and the parsed body, as the call wants; undefined answers 404. */
  readonly run: (control: SimulatorControl, call: { readonly number: number; readonly body: unknown }) => unknown;
}

const LONGEST_MS = 86_400_000;

const Kind = z.enum(keysOf<FailureKind>(FAILURE_KINDS));
const FailureBody = z.strictObject({
  kind: Kind,
  times: z.int().min(1).max(FAILURES_WAITING_MAX).default(1),
  for_ms: z.int().min(0).max(LONGEST_MS).optional(),
  matching: z.string().max(1_000).optional(),
});
const ChaosBody = z.strictObject({ probability: z.number().min(0).max(1), seed: z.int().min(0).default(1) });
const ThrottleBody = z.strictObject({
  maximumAvailable: z.int().min(1).max(1_000_000).optional(),
  currentlyAvailable: z.int().min(0).max(1_000_000).optional(),
  restoreRate: z.number().min(0).max(1_000_000).optional(),
});
const TitleBody = z.strictObject({ title: z.string().min(1).max(255) });
const AddBody = z.strictObject({ count: z.int().min(1).max(PRODUCTS_MAX).default(1) });

export const CONTROL_CALLS: readonly ControlCall[] = [
  {
    method: "GET",
    path: "/control/state",
    says: "list every product with its variants as they really are now, one JSON object per line",
    run: (control) => control.state(),
  },
  {
    method: "GET",
    path: "/control/products/{number}",
    says: "get one product as it really is; numbers start at 0",
    run: (control, { number }) => control.product(number),
  },
  {
    method: "PATCH",
    path: "/control/products/{number}",
    says: "change a product; price, compareAtPrice, quantity, tracked and policy apply to all of its variants, or to one in variants[]; price, compareAtPrice and published in markets.<handle> belong to that market",
    body: ProductChange,
    run: (control, { number, body }) => control.changeProduct(number, ProductChange.parse(body)),
  },
  {
    method: "DELETE",
    path: "/control/products/{number}",
    says: "delete a product",
    run: (control, { number }) => (control.deleteProduct(number) ? { deleted: number } : undefined),
  },
  {
    method: "POST",
    path: "/control/products",
    says: "add the next products of the sample",
    body: AddBody,
    run: (control, { body }) => ({ added: control.addProducts(AddBody.parse(body).count).map(({ number, id }) => ({ number, id })) }),
  },
  {
    method: "GET",
    path: "/control/collections",
    says: "list the collections with their ids; change the collections of a product through the product",
    run: (control) => ({ collections: control.collections() }),
  },
  {
    method: "PATCH",
    path: "/control/collections/{number}",
    says: "rename the collection with this id",
    body: TitleBody,
    run: (control, { number, body }) => control.renameCollection(number, TitleBody.parse(body).title),
  },
  {
    method: "DELETE",
    path: "/control/collections/{number}",
    says: "delete the collection with this id",
    run: (control, { number }) => (control.deleteCollection(number) ? { deleted: number } : undefined),
  },
  {
    method: "GET",
    path: "/control/metaobjects",
    says: "list the metaobjects that category metafields point at",
    run: (control) => ({ metaobjects: control.metaobjects() }),
  },
  {
    method: "PATCH",
    path: "/control/metaobjects/{number}",
    says: "rename the metaobject with this id",
    body: TitleBody,
    run: (control, { number, body }) => control.renameMetaobject(number, TitleBody.parse(body).title),
  },
  {
    method: "DELETE",
    path: "/control/metaobjects/{number}",
    says: "delete the metaobject with this id; references to it then point at nothing",
    run: (control, { number }) => (control.deleteMetaobject(number) ? { deleted: number } : undefined),
  },
  {
    method: "POST",
    path: "/control/failures",
    says: "make the next requests, operations or downloads fail: kind, times, for_ms, and a string that the query must contain (matching)",
    body: FailureBody,
    run: (control, { body }) => {
      const { for_ms: forMs, ...failure } = FailureBody.parse(body);
      control.fail({ ...failure, forMs });
      return { waiting: told(control) };
    },
  },
  { method: "GET", path: "/control/failures", says: "list the pending failures", run: (control) => ({ waiting: told(control) }) },
  {
    method: "DELETE",
    path: "/control/failures",
    says: "remove the pending failures",
    run: (control) => {
      control.clearFailures();
      return { waiting: [] };
    },
  },
  {
    method: "POST",
    path: "/control/chaos",
    says: "make random requests, operations and downloads fail: a probability for each, and seed",
    body: ChaosBody,
    run: (control, { body }) => {
      control.setChaos(ChaosBody.parse(body));
      return { chaos: control.chaos() };
    },
  },
  {
    method: "DELETE",
    path: "/control/chaos",
    says: "stop random failures",
    run: (control) => {
      control.setChaos(null);
      return { chaos: null };
    },
  },
  {
    method: "POST",
    path: "/control/throttle",
    says: "set the bucket of query cost points: maximumAvailable, currentlyAvailable, restoreRate",
    body: ThrottleBody,
    run: (control, { body }) => control.throttle(defined(ThrottleBody.parse(body))),
  },
  {
    method: "GET",
    path: "/control/operations",
    says: "list the bulk operations, oldest first",
    run: (control) => ({ operations: control.operations() }),
  },
  {
    method: "POST",
    path: "/control/links/expire",
    says: "expire every result file now",
    run: (control) => ({ expired: control.expireLinks() }),
  },
  ...APP_CALLS,
  ...WEBHOOK_CALLS,
];

function defined<T extends object>(settings: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> };
function defined(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function told(control: SimulatorControl) {
  return control.failures().map(({ kind, times, forMs, matching }) => ({ kind, times, for_ms: forMs, matching }));
}

/** What `GET /control` answers. */
export function controlIndex(): unknown {
  return {
    calls: CONTROL_CALLS.map(({ method, path, says, body }) => ({
      call: `${method} ${path}`,
      says,
      ...(body === undefined ? {} : { body: z.toJSONSchema(body, { io: "input" }) }),
    })),
    failures: FAILURE_MEANINGS,
  };
}
