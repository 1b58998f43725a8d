import { z } from "zod";
import type { PlatformSettings } from "../../../src/channels/platform-request.ts";
import { type FakeAnswer, type FakePlatform, type FakeRequest, startFake } from "../fake-platform.ts";
import { readOperations } from "../operation-file.ts";
import { type OauthServer, oauthServer } from "../oauth-server.ts";
import { googleError, notRegistered, ok, pageOf, quotaExceeded } from "./google-answers.ts";
import { labelsOf, patched, sourceFault, urlOf } from "./google-sources.ts";
import type { GoogleAccount, GoogleDataSource, GoogleProduct, GoogleState } from "./google-state.ts";
import { readFile } from "./google-uploads.ts";

/** Google played on this machine: sign-in, accounts, data sources that really fetch their file, uploads and products. */

const SCOPE = "https://www.googleapis.com/auth/content";

interface GoogleFakeOptions {
  readonly seed: number;
  readonly clock?: () => Date;
  /** Where products must be linked to. */
  readonly homepage: string;
  /** The Cloud project is known to Google. Default: true. */
  readonly isRegistered?: boolean;
  readonly accounts?: readonly GoogleAccount[];
}

/** What tests set while the fake runs. */
interface GoogleControls {
  /** Of any list. */
  pageSizeMax: number;
  callsPerMinuteMax: number;
  /** Seconds that a 429 says to wait; null: it doesn't say. */
  retryAfterS: number | null;
  fetchesPerDayMax: number;
  /** Times an upload is found in progress before it's done. */
  processingPolls: number;
  /** New data sources can't be fetched yet. */
  isFetchTooSoon: boolean;
  /** Products wait for review. */
  isReviewing: boolean;
  /** A registration of the Cloud project counts at once; false: it takes Google a while. */
  isRegistrationQuick: boolean;
}

interface GoogleRegistration {
  readonly id: string;
  readonly url: string;
  readonly target: string;
  readonly countries: readonly string[];
  readonly fetches: number;
}

export interface GoogleFake extends FakePlatform {
  readonly settings: PlatformSettings;
  readonly oauth: OauthServer;
  readonly controls: GoogleControls;
  readonly accounts: readonly GoogleAccount[];
  readonly registrations: () => readonly GoogleRegistration[];
  readonly items: () => readonly GoogleProduct[];
  readonly expireTokens: () => void;
  readonly revokeGrant: () => void;
  readonly deleteRemotely: (id: string) => void;
}

function googleEndpoints(url: string): PlatformSettings["endpoints"] {
  return { authorize: `${url}/o/oauth2/v2/auth`, token: url, api: url };
}

export async function startGoogleFake(options: GoogleFakeOptions): Promise<GoogleFake> {
  const clock = options.clock ?? (() => new Date());
  const application = { clientId: "google-client", clientSecret: "google-secret" };
  const oauth = oauthServer({ ...options, clock, ...application, scope: SCOPE, accessTokenSeconds: 3_599, rotates: false });
  const state: GoogleState = {
    accounts: options.accounts ?? usualAccounts(options.homepage),
    dataSources: new Map(),
    products: [],
    created: 0,
    isRegistered: options.isRegistered ?? true,
  };
  const controls: GoogleControls = {
    ...{ pageSizeMax: 1_000, callsPerMinuteMax: Infinity, retryAfterS: 1, fetchesPerDayMax: Infinity, processingPolls: 0 },
    ...{ isFetchTooSoon: false, isReviewing: false, isRegistrationQuick: true },
  };
  const scene: Scene = { state, controls, clock, oauth, calls: [] };
  const fake = await startFake({
    operations: readOperations("google"),
    refuse: (_request, fault) => googleError(400, fault),
    fail: (kind) =>
      kind === "unauthorized"
        ? googleError(401, "Request had invalid authentication credentials.")
        : kind === "throttled"
          ? quotaExceeded(controls.retryAfterS)
          : googleError(503, "The service is currently unavailable."),
    handle: (request) => answer(scene, request),
  });
  return {
    ...fake,
    ...{ oauth, controls, accounts: state.accounts },
    settings: { endpoints: googleEndpoints(fake.url), ...application, applicationToken: null },
    registrations: () =>
      [...state.dataSources.values()].map((source) => {
        const { feedLabel, contentLanguage, countries } = labelsOf(source);
        return {
          id: source.id,
          url: urlOf(source),
          target: `${feedLabel}/${contentLanguage}`,
          countries,
          fetches: source.fetchedAt.length,
        };
      }),
    items: () => state.products,
    expireTokens: oauth.expireTokens,
    revokeGrant: oauth.revokeAll,
    deleteRemotely: (id) => deleteSource(state, id),
  };
}

function usualAccounts(homepage: string): readonly GoogleAccount[] {
  const usual = { homepage, isClaimed: true, isTest: false, criticalIssue: null };
  return [
    { ...usual, id: "1001", name: "Linen and Oak" },
    { ...usual, id: "1002", name: "Unclaimed", isClaimed: false },
  ];
}

interface Scene {
  readonly state: GoogleState;
  readonly controls: GoogleControls;
  readonly clock: () => Date;
  readonly oauth: OauthServer;
  /** Times of the last calls. */
  calls: readonly number[];
}

type Handler = (scene: Scene, request: FakeRequest, account: GoogleAccount) => FakeAnswer | Promise<FakeAnswer>;

function answer(scene: Scene, request: FakeRequest): FakeAnswer | Promise<FakeAnswer> {
  const { oauth, state, controls } = scene;
  if (request.operation.startsWith("oauth.")) return signIn(oauth, request);
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!oauth.isLive(bearer)) return googleError(401, "Request had invalid authentication credentials.");
  if (isTooMuch(scene)) return quotaExceeded(controls.retryAfterS);
  if (!state.isRegistered && !request.operation.endsWith("registerGcp")) return notRegistered();
  if (request.operation === "accounts.list") return listAccounts(scene, request);
  const account = state.accounts.find(({ id }) => id === request.parameters["account"]);
  if (account === undefined || account.isHidden === true) return googleError(403, "The caller does not have access to the accounts");
  return HANDLERS[request.operation]?.(scene, request, account) ?? googleError(404, "Method not found.");
}

function signIn(oauth: OauthServer, { operation, query, body }: FakeRequest): FakeAnswer {
  if (operation === "oauth.authorize") return oauth.authorize(query);
  if (operation === "oauth.token") return oauth.token(body);
  const { token } = z.object({ token: z.string() }).parse(body);
  return oauth.revoke(token) ? ok({}) : { status: 400, body: { error: "invalid_token", error_description: "Token expired or revoked" } };
}

function isTooMuch(scene: Scene): boolean {
  const now = scene.clock().getTime();
  scene.calls = [...scene.calls.filter((at) => at > now - 60_000), now];
  return scene.calls.length > scene.controls.callsPerMinuteMax;
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  "accounts.homepage.getHomepage": (_scene, _request, { id, homepage, isClaimed }) =>
    homepage === "" ? googleError(404, "Homepage not found.") : ok({ name: `accounts/${id}/homepage`, uri: homepage, claimed: isClaimed }),
  "accounts.issues.list": (_scene, _request, { id, criticalIssue }) =>
    ok({
      accountIssues: [
        { name: `accounts/${id}/issues/hint`, title: "Add a logo", severity: "SUGGESTION" },
        ...(criticalIssue === null ? [] : [{ name: `accounts/${id}/issues/bad`, title: criticalIssue, severity: "CRITICAL" }]),
      ],
    }),
  "accounts.developerRegistration.registerGcp": ({ state, controls }, _request, { id, isClaimed, isTest }) => {
    if (!isClaimed || isTest) return googleError(400, "The account must have a verified website and not be a test account.");
    state.isRegistered = controls.isRegistrationQuick;
    return ok({ name: `accounts/${id}/developerRegistration`, gcpIds: ["1234567890"] });
  },
  "accounts.dataSources.list": listSources,
  "accounts.dataSources.create": createSource,
  "accounts.dataSources.get": withSource((_scene, _request, source) => ok(shown(source))),
  "accounts.dataSources.patch": withSource((_scene, { query, body }, source) => {
    const changed = patched(source.body, bodyOf(body), query.get("updateMask") ?? "");
    const fault = changed === undefined ? "The update mask isn't allowed." : sourceFault(changed);
    if (changed === undefined || fault !== null) return googleError(400, fault ?? "");
    source.body = changed;
    return ok(shown(source));
  }),
  "accounts.dataSources.delete": withSource(({ state }, _request, { id }) => {
    deleteSource(state, id);
    return ok({});
  }),
  "accounts.dataSources.fetch": withSource(async ({ state, controls, clock }, _request, source, account) => {
    if (controls.isFetchTooSoon) return googleError(404, "The data source was not found.");
    const now = clock();
    const today = source.fetchedAt.filter((at) => at.getTime() > now.getTime() - 24 * 3_600_000);
    if (today.length >= controls.fetchesPerDayMax) return quotaExceeded(controls.retryAfterS);
    await readFile(state, { account, source, now, polls: controls.processingPolls });
    return ok({});
  }),
  "accounts.dataSources.fileUploads.get": withSource((_scene, { parameters }, source) => {
    if (parameters["fileUpload"] !== "latest") return googleError(400, "Only latest is a file upload.");
    return source.upload === null ? googleError(404, "No file upload was found.") : ok(shownUpload(source, source.upload));
  }),
  "accounts.products.list": listProducts,
};

/** Its products go with it. */
function deleteSource(state: GoogleState, id: string): void {
  state.dataSources.delete(id);
  state.products = state.products.filter(({ dataSourceId }) => dataSourceId !== id);
}

type SourceHandler = (
  scene: Scene,
  request: FakeRequest,
  source: GoogleDataSource,
  account: GoogleAccount,
) => FakeAnswer | Promise<FakeAnswer>;

function withSource(handler: SourceHandler): Handler {
  return (scene, request, account) => {
    const source = scene.state.dataSources.get(request.parameters["dataSource"] ?? "");
    if (source === undefined || source.accountId !== account.id) return googleError(404, "The data source was not found.");
    return handler(scene, request, source, account);
  };
}

const bodyOf = (body: unknown): Readonly<Record<string, unknown>> => z.record(z.string(), z.unknown()).parse(body);

const badToken = (): FakeAnswer => googleError(400, "The page token is invalid.");

function listAccounts({ state, controls }: Scene, { query }: FakeRequest): FakeAnswer {
  const page = pageOf(state.accounts, { query, usual: 250, max: Math.min(500, controls.pageSizeMax) });
  if (page === undefined) return badToken();
  const accounts = page.items.map(({ id, name, isTest }) => ({
    ...{ name: `accounts/${id}`, accountId: id, accountName: name, languageCode: "en-US" },
    ...(isTest ? { testAccount: true } : {}),
  }));
  return ok({ ...page, items: undefined, accounts });
}

function listSources({ state, controls }: Scene, { query }: FakeRequest, account: GoogleAccount): FakeAnswer {
  const own = [...state.dataSources.values()].filter(({ accountId }) => accountId === account.id);
  const page = pageOf(own, { query, usual: 1_000, max: Math.min(1_000, controls.pageSizeMax) });
  return page === undefined ? badToken() : ok({ ...page, items: undefined, dataSources: page.items.map(shown) });
}

/** Google never looks whether there is such a data source already. */
function createSource({ state, clock }: Scene, { body }: FakeRequest, account: GoogleAccount): FakeAnswer {
  const wanted = bodyOf(body);
  const fault = sourceFault(wanted);
  if (fault !== null) return googleError(400, fault);
  state.created += 1;
  const id = String(10_500_000 + state.created);
  const source: GoogleDataSource = { id, accountId: account.id, body: wanted, createdAt: clock(), fetchedAt: [], upload: null };
  state.dataSources.set(id, source);
  return ok(shown(source));
}

function shown({ id, accountId, body }: GoogleDataSource): Readonly<Record<string, unknown>> {
  const fileInput = { ...z.record(z.string(), z.unknown()).parse(body["fileInput"]), fileInputType: "FETCH" };
  return { ...body, name: `accounts/${accountId}/dataSources/${id}`, dataSourceId: id, input: "FILE", fileInput };
}

function shownUpload(source: GoogleDataSource, upload: NonNullable<GoogleDataSource["upload"]>): Readonly<Record<string, unknown>> {
  const base = {
    name: `accounts/${source.accountId}/dataSources/${source.id}/fileUploads/latest`,
    dataSourceId: source.id,
    uploadTime: upload.uploadTime.toISOString(),
  };
  if (upload.pollsLeft > 0) {
    upload.pollsLeft -= 1;
    return { ...base, processingState: "IN_PROGRESS" };
  }
  return {
    ...base,
    processingState: upload.state,
    itemsTotal: String(upload.itemsTotal),
    itemsCreated: String(upload.itemsCreated),
    issues: upload.issues.map((issue) => ({ ...issue, count: String(issue.count) })),
  };
}

const CONTEXTS = ["SHOPPING_ADS", "FREE_LISTINGS"];

function listProducts({ state, controls }: Scene, { query }: FakeRequest, account: GoogleAccount): FakeAnswer {
  const own = state.products.filter(({ accountId }) => accountId === account.id);
  const page = pageOf(own, { query, usual: 25, max: Math.min(1_000, controls.pageSizeMax) });
  if (page === undefined) return badToken();
  const products = page.items.map((product) => {
    const source = state.dataSources.get(product.dataSourceId);
    const countries = source === undefined ? [] : labelsOf(source).countries;
    return shownProduct(product, countries, controls.isReviewing);
  });
  return ok({ ...page, items: undefined, products });
}

function shownProduct({ issues, ...product }: GoogleProduct, countries: readonly string[], isReviewing: boolean): unknown {
  const isRefused = issues.some(({ severity }) => severity === "DISAPPROVED");
  const where = isRefused ? "disapprovedCountries" : isReviewing ? "pendingCountries" : "approvedCountries";
  return {
    name: `accounts/${product.accountId}/products/${product.contentLanguage}~${product.feedLabel}~${product.offerId}`,
    ...{ offerId: product.offerId, contentLanguage: product.contentLanguage, feedLabel: product.feedLabel },
    productStatus: {
      destinationStatuses: CONTEXTS.map((reportingContext) => ({ reportingContext, [where]: countries })),
      itemLevelIssues: issues.flatMap((issue) =>
        CONTEXTS.map((reportingContext, at) => ({ ...issue, reportingContext, applicableCountries: countries.slice(at) })),
      ),
    },
  };
}
