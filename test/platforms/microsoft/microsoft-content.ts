import { z } from "zod";
import type { FakeAnswer, FakeRequest } from "../fake-platform.ts";
import { errorsOf, Product, reviewOf } from "./microsoft-products.ts";
import { fullId, type MicrosoftState, type MicrosoftStore } from "./microsoft-state.ts";

/** The Content API as the fake plays it: catalogs, batches, statuses. */

export const ok = (body: unknown, status = 200): FakeAnswer => ({ status, body });

export function contentError(code: number, reason: string, message: string): FakeAnswer {
  return { status: code, body: { error: { code: String(code), message, errors: [{ reason, message }], warnings: [] } } };
}

export interface StoreRequest {
  readonly state: MicrosoftState;
  readonly store: MicrosoftStore;
  readonly request: FakeRequest;
}

export function listCatalogs({ state, store }: StoreRequest): FakeAnswer {
  const catalogs = state.catalogs.filter(({ storeId }) => storeId === store.id);
  return ok({
    catalogs: catalogs.map(({ id, name, market, isDefault }) => ({ id, name, market, isDefault, isPublishingEnabled: true })),
  });
}

const CATALOGS_MAX = 100;

/** Names are unique in a store. */
export function addCatalog({ state, store, request }: StoreRequest): FakeAnswer {
  const { name, market } = z.object({ name: z.string().min(1).max(70), market: z.string() }).parse(request.body);
  const own = state.catalogs.filter(({ storeId }) => storeId === store.id);
  if (own.some((catalog) => catalog.name === name))
    return contentError(400, "DuplicateCatalogNameErr", `There is a catalog named ${name}.`);
  if (own.length >= CATALOGS_MAX) return contentError(400, "TooManyCatalogsErr", "A store has at most 100 catalogs.");
  state.created += 1;
  const catalog = { id: 7_000 + state.created, storeId: store.id, name, market, isDefault: false };
  state.catalogs = [...state.catalogs, catalog];
  return ok({ id: catalog.id, name, market, isPublishingEnabled: true, isDefault: false }, 201);
}

export function deleteCatalog({ state, store, request }: StoreRequest): FakeAnswer {
  const catalog = catalogOf(state, store, request.parameters["catalog"]);
  if (catalog === undefined) return contentError(404, "CatalogNotFoundErr", "There is no such catalog.");
  if (catalog.isDefault) return contentError(400, "DefaultCatalogErr", "The default catalog can't be deleted.");
  state.catalogs = state.catalogs.filter((one) => one !== catalog);
  for (const [key, { catalogId }] of state.products) if (catalogId === catalog.id) state.products.delete(key);
  return { status: 204 };
}

export function catalogStatus({ state, store, request }: StoreRequest): FakeAnswer {
  const catalog = catalogOf(state, store, request.parameters["catalog"]);
  const rejected = catalog === undefined ? undefined : state.rejected.get(catalog.id);
  if (catalog === undefined || rejected === undefined) return contentError(404, "StatusNotFoundErr", "There is no status.");
  const products = [...state.products.values()].filter(({ catalogId }) => catalogId === catalog.id);
  const refused = products.filter(({ product }) => reviewOf(product).some(({ servability }) => servability === "Disapproved")).length;
  return ok({ catalogId: catalog.id, publishedCount: products.length - refused, rejectedCount: rejected + refused });
}

function catalogOf(state: MicrosoftState, store: MicrosoftStore, id: string | undefined): MicrosoftState["catalogs"][number] | undefined {
  return state.catalogs.find((catalog) => catalog.storeId === store.id && String(catalog.id) === id);
}

const Batch = z.object({
  entries: z.array(
    z.object({
      batchId: z.int(),
      merchantId: z.int(),
      method: z.enum(["insert", "delete"]),
      product: Product.optional(),
      productId: z.string().optional(),
    }),
  ),
});
type Entry = z.output<typeof Batch>["entries"][number];

const BATCH_BYTES_MAX = 4 * 1024 * 1024;

/** Answers come in another order than the entries. */
export function batchProducts({ state, store, request }: StoreRequest): FakeAnswer {
  if (request.bytes.length > BATCH_BYTES_MAX) return contentError(413, "RequestTooLargeErr", "The request is larger than 4 MB.");
  const { entries } = Batch.parse(request.body);
  const catalog = catalogOf(state, store, request.query.get("bmc-catalog-id") ?? undefined);
  if (catalog === undefined) return contentError(400, "CatalogNotFoundErr", "There is no such catalog.");
  const answers = entries.map((entry) => ({
    batchId: entry.batchId,
    merchantId: Number(store.id),
    ...applied({ state, store, catalog }, entry),
  }));
  state.rejected.set(catalog.id, answers.filter(({ errors }) => errors !== undefined && errors.code !== "404").length);
  return ok({ entries: answers.toReversed() });
}

interface Place {
  readonly state: MicrosoftState;
  readonly store: MicrosoftStore;
  readonly catalog: MicrosoftState["catalogs"][number];
}

interface Applied {
  readonly errors?: { readonly code: string; readonly message: string; readonly errors: readonly object[] };
  readonly product?: Product;
}

function applied({ state, store, catalog }: Place, { method, product, productId = "", merchantId }: Entry): Applied {
  if (merchantId !== Number(store.id))
    return refusal("400", [{ reason: "MerchantIdErr", message: "The store isn't that of the request." }]);
  if (method === "delete") {
    const found = state.products.get(keyOf(store, productId));
    if (found === undefined || fullId(found.product) !== productId)
      return refusal("404", [{ reason: "NotFound", message: "Product not found." }]);
    state.products.delete(keyOf(store, productId));
    return {};
  }
  if (product === undefined) return refusal("400", [{ reason: "ProductRequiredErr", message: "product is required." }]);
  const errors = errorsOf(product, store.domain);
  if (errors.length > 0) return refusal("400", errors);
  state.products.set(keyOf(store, fullId(product)), { storeId: store.id, catalogId: catalog.id, product });
  return { product };
}

const keyOf = (store: MicrosoftStore, productId: string): string => `${store.id} ${productId.toLowerCase()}`;

function refusal(code: string, errors: readonly { readonly reason: string; readonly message: string }[]): Applied {
  return { errors: { code, message: "The item has errors.", errors } };
}

/** Products with issues alone, their ids in lower case as the beta sends them. */
export function listStatuses({ state, store, request }: StoreRequest, pageSizeMax: number): FakeAnswer {
  const listed = [...state.products.values()]
    .filter(({ storeId }) => storeId === store.id)
    .map(({ product }) => ({ product, issues: reviewOf(product) }))
    .filter(({ issues }) => issues.length > 0);
  const from = Number(/^from-([0-9]+)$/.exec(request.query.get("continuation-token") ?? "from-0")?.[1] ?? Number.NaN);
  if (Number.isNaN(from)) return ok({ errors: [{ code: "ContinuationTokenInvalidErr", message: "The token isn't valid." }] }, 400);
  const to = from + Math.min(Number(request.query.get("max-results") ?? "25"), pageSizeMax);
  const resources = listed.slice(from, to).map(({ product, issues }) => ({
    productId: fullId(product).toLowerCase(),
    title: product.title,
    status: issues.some(({ servability }) => servability === "Disapproved") ? "Disapproved" : "Warning",
    itemLevelIssues: issues,
  }));
  return ok({ resources, ...(to < listed.length ? { nextPageToken: `from-${to}` } : {}) });
}
