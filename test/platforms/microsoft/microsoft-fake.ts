import { z } from "zod";
import type { PlatformSettings } from "../../../src/channels/platform-request.ts";
import { type FakeAnswer, type FakePlatform, type FakeRequest, startFake } from "../fake-platform.ts";
import { type OauthServer, oauthServer } from "../oauth-server.ts";
import { readOperations } from "../operation-file.ts";
import {
  addCatalog,
  batchProducts,
  catalogStatus,
  contentError,
  deleteCatalog,
  listCatalogs,
  listStatuses,
  ok,
  type StoreRequest,
} from "./microsoft-content.ts";
import { fullId, type MicrosoftCustomer, type MicrosoftState } from "./microsoft-state.ts";

/** Microsoft played on this machine: sign-in, stores by version 13, catalogs and products of the Content API. */

const SCOPE = "https://ads.microsoft.com/msads.manage";
const DEVELOPER_TOKEN = "developer-token";
const USER_ID = "55";

interface MicrosoftFakeOptions {
  readonly seed: number;
  readonly clock?: () => Date;
  readonly customers?: readonly MicrosoftCustomer[];
}

/** What tests set while the fake runs. */
interface MicrosoftControls {
  /** Of statuses. */
  pageSizeMax: number;
  callsPerSecondMax: number;
  /** Seconds that a 429 says to wait; null: it doesn't say. */
  retryAfterS: number | null;
  /** The store is let into the beta of product statuses. */
  isInBeta: boolean;
  /** What the next calls of version 13 fail with. */
  readonly accountFaults: string[];
}

export interface MicrosoftFake extends FakePlatform {
  readonly settings: PlatformSettings;
  readonly oauth: OauthServer;
  readonly controls: MicrosoftControls;
  /** Catalogs stand for registrations. */
  readonly registrations: () => readonly { readonly id: string; readonly name: string; readonly market: string }[];
  readonly items: () => readonly { readonly id: string; readonly product: Readonly<Record<string, unknown>> }[];
  readonly expireTokens: () => void;
  readonly revokeGrant: () => void;
  readonly deleteRemotely: (id: string) => void;
}

function microsoftEndpoints(url: string): PlatformSettings["endpoints"] {
  return {
    authorize: `${url}/oauth2/v2.0/authorize`,
    token: `${url}/oauth2/v2.0/token`,
    customers: `${url}/customers`,
    campaigns: `${url}/campaigns`,
    content: `${url}/content`,
    statuses: `${url}/statuses`,
  };
}

export async function startMicrosoftFake(options: MicrosoftFakeOptions): Promise<MicrosoftFake> {
  const clock = options.clock ?? (() => new Date());
  const application = { clientId: "microsoft-client", clientSecret: "microsoft-secret" };
  const oauth = oauthServer({ ...options, clock, ...application, scope: SCOPE, accessTokenSeconds: 3_600, rotates: true });
  const customers = options.customers ?? usualCustomers();
  const catalogs = customers.flatMap(({ stores }) =>
    stores.map(({ id, name }, at) => ({ id: 6_000 + at, storeId: id, name, market: "en-US", isDefault: true })),
  );
  const state: MicrosoftState = { customers, catalogs, products: new Map(), rejected: new Map(), created: 0 };
  const controls: MicrosoftControls = { pageSizeMax: 250, callsPerSecondMax: Infinity, retryAfterS: 1, isInBeta: true, accountFaults: [] };
  const scene: Scene = { state, controls, clock, oauth, calls: [] };
  const fake = await startFake({
    operations: readOperations("microsoft"),
    refuse: (_request, fault) => contentError(400, "InvalidRequest", fault),
    fail: (kind) =>
      kind === "unauthorized"
        ? contentError(401, "authError", "Authentication failed.")
        : kind === "throttled"
          ? tooMany(controls)
          : contentError(503, "backendError", "The service is unavailable."),
    handle: (request) => answer(scene, request),
  });
  return {
    ...fake,
    ...{ oauth, controls },
    settings: { endpoints: microsoftEndpoints(fake.url), ...application, applicationToken: DEVELOPER_TOKEN },
    registrations: () => state.catalogs.map(({ id, name, market }) => ({ id: String(id), name, market })),
    items: () => [...state.products.values()].map(({ product }) => ({ id: fullId(product), product })),
    expireTokens: oauth.expireTokens,
    revokeGrant: oauth.revokeAll,
    deleteRemotely: (id) => void (state.catalogs = state.catalogs.filter((catalog) => String(catalog.id) !== id)),
  };
}

function usualCustomers(): readonly MicrosoftCustomer[] {
  const usual = { isActive: true, isProductAdsEnabled: true, domain: "shop.example" };
  return [{ id: "900", accountIds: ["901"], stores: [{ ...usual, id: "42", name: "Linen and Oak" }] }];
}

interface Scene {
  readonly state: MicrosoftState;
  readonly controls: MicrosoftControls;
  readonly clock: () => Date;
  readonly oauth: OauthServer;
  /** Times of the last calls. */
  calls: readonly number[];
}

function tooMany({ retryAfterS }: MicrosoftControls): FakeAnswer {
  const refused = contentError(429, "quotaExceeded", "Too many requests.");
  return retryAfterS === null ? refused : { ...refused, headers: { "retry-after": String(retryAfterS) } };
}

function answer(scene: Scene, request: FakeRequest): FakeAnswer {
  const { oauth, controls, state } = scene;
  if (request.operation === "oauth.authorize") return oauth.authorize(request.query);
  if (request.operation === "oauth.token") return oauth.token(request.body);
  const account = ACCOUNT_HANDLERS[request.operation];
  if (account !== undefined) return accountAnswer(scene, request, account);
  if (!oauth.isLive(headerOf(request, "authenticationtoken")) || headerOf(request, "developertoken") !== DEVELOPER_TOKEN)
    return contentError(401, "authError", "Authentication failed.");
  if (isTooMuch(scene)) return tooMany(controls);
  const customer = state.customers.find(({ id }) => id === headerOf(request, "customerid"));
  const store = customer?.stores.find(({ id }) => id === request.parameters["store"]);
  if (store === undefined) return contentError(403, "permissionDenied", "The user has no access to the store");
  return contentAnswer(request.operation, { state, store, request }, controls);
}

const headerOf = ({ headers }: FakeRequest, name: string): string => String(headers[name] ?? "");

function contentAnswer(operation: string, asked: StoreRequest, { isInBeta, pageSizeMax }: MicrosoftControls): FakeAnswer {
  if (operation === "listProductStatuses") return isInBeta ? listStatuses(asked, pageSizeMax) : { status: 404 };
  return CONTENT_HANDLERS[operation]?.(asked) ?? contentError(404, "notFound", "There is no such call.");
}

const CONTENT_HANDLERS: Readonly<Record<string, (asked: StoreRequest) => FakeAnswer>> = {
  listCatalogs,
  addCatalog,
  deleteCatalog,
  getCatalogStatus: catalogStatus,
  batchProducts,
};

function isTooMuch(scene: Scene): boolean {
  const now = scene.clock().getTime();
  scene.calls = [...scene.calls.filter((at) => at > now - 1_000), now];
  return scene.calls.length > scene.controls.callsPerSecondMax;
}

type AccountHandler = (state: MicrosoftState, request: FakeRequest) => FakeAnswer;

function accountAnswer({ oauth, controls, state }: Scene, request: FakeRequest, handler: AccountHandler): FakeAnswer {
  const bearer = /^Bearer (.+)$/.exec(headerOf(request, "authorization"))?.[1] ?? "";
  if (!oauth.isLive(bearer))
    return accountError("AuthenticationTokenExpired", "Authentication token expired. Please renew it or obtain a new one.");
  const fault = controls.accountFaults.shift();
  return fault === undefined ? handler(state, request) : accountError(fault, "The call can't be processed.");
}

/** Version 13 answers most faults with HTTP 400. */
function accountError(code: string, message: string): FakeAnswer {
  return ok({ TrackingId: "t", Type: "AdApiFaultDetail", Errors: [{ Code: 0, ErrorCode: code, Message: message, Detail: null }] }, 400);
}

const Search = z.object({
  Predicates: z.array(z.object({ Field: z.literal("UserId"), Operator: z.literal("Equals"), Value: z.literal(USER_ID) })).length(1),
  PageInfo: z.object({ Index: z.int(), Size: z.int().max(1_000) }),
});

const ACCOUNT_HANDLERS: Readonly<Record<string, AccountHandler>> = {
  GetUser: () => ok({ User: { Id: USER_ID, UserName: "owner" }, CustomerRoles: [] }),
  SearchAccounts({ customers }, { body }) {
    const { PageInfo: page } = Search.parse(body);
    const accounts = customers.flatMap(({ id, accountIds }) =>
      accountIds.map((accountId) => ({ Id: accountId, ParentCustomerId: id, Name: accountId, AccountLifeCycleStatus: "Active" })),
    );
    return ok({ Accounts: accounts.slice(page.Index * page.Size, (page.Index + 1) * page.Size) });
  },
  GetBMCStoresByCustomerId({ customers }, request) {
    const customer = customers.find(({ id }) => id === headerOf(request, "customerid"));
    if (customer?.accountIds.includes(headerOf(request, "customeraccountid")) !== true)
      return accountError("UserIsNotAuthorized", "The user does not represent an authorized developer.");
    const stores = customer.stores.map(({ id, name, isActive, isProductAdsEnabled }) => ({
      ...{ Id: id, Name: name, IsActive: isActive, IsProductAdsEnabled: isProductAdsEnabled, HasCatalog: true, SubType: null },
    }));
    return ok({ BMCStores: stores });
  },
};
