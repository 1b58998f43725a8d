/** A line of the specification or of the contract, and the tests that hold it. */
export interface CoverageRow {
  /** As in "§7 slug_conflict". */
  readonly row: string;
  readonly held: readonly Held[];
  /** The part of the service that will bring it, where it is not there yet. */
  readonly comes?: Part;
}

/** A file and the title of a test in it, as it is written there. */
export type Held = readonly [file: string, title: string];

export type Part = "channels" | "MCP" | "console" | "Shopify app";

/** An endpoint of the specification's tables; its operation of the registry has to say the same. */
export interface EndpointRow {
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly status: number;
  readonly operation: string;
}

const CONTRACT = "test/contract";
export const FILES = {
  operations: `${CONTRACT}/operations.suite.ts`,
  resources: `${CONTRACT}/resources.suite.ts`,
  records: `${CONTRACT}/records.suite.ts`,
  limits: `${CONTRACT}/limits.suite.ts`,
  errors: `${CONTRACT}/errors.suite.ts`,
  webhooks: `${CONTRACT}/webhooks.suite.ts`,
  processes: `${CONTRACT}/processes.e2e.test.ts`,
  fuzz: `${CONTRACT}/fuzz.e2e.test.ts`,
  webhooksDb: "src/features/webhooks/webhooks.db.test.ts",
  claims: "src/features/webhooks/claims.db.test.ts",
  delivering: "src/features/webhooks/delivering.db.test.ts",
  egress: "src/platform/egress/egress-guard.test.ts",
  worker: "src/surfaces/jobs/worker.db.test.ts",
  retryDelay: "src/features/webhooks/retry-delay.test.ts",
  shopExport: "test/journeys/shop-export.e2e.test.ts",
  feedDefinition: "test/journeys/feed-definition.e2e.test.ts",
  additionalFeeds: "test/journeys/sample-feeds.e2e.test.ts",
  additionalFeedsDb: "src/features/additional-feeds/additional-feeds.db.test.ts",
  sampleShop: "test/journeys/sample-shop.e2e.test.ts",
  organizations: "src/features/organizations/organizations.db.test.ts",
  admin: "src/features/admin/admin.db.test.ts",
  uninstall: "src/features/admin/uninstall.db.test.ts",
  housekeeping: "src/surfaces/jobs/housekeeping.db.test.ts",
  idempotency: "src/surfaces/http/idempotency.db.test.ts",
  rateLimit: "src/surfaces/http/rate-limit.db.test.ts",
  faultOrder: "src/surfaces/http/fault-order.db.test.ts",
  frameworkErrors: "src/surfaces/http/framework-errors.db.test.ts",
  sessions: "src/surfaces/http/sessions.db.test.ts",
  sessionAttacks: "src/surfaces/http/session-attacks.db.test.ts",
  operationRoute: "src/surfaces/http/operation-route.db.test.ts",
  openapi: "src/surfaces/http/openapi.test.ts",
  channels: "src/features/channels/channels.db.test.ts",
  datafeeds: "src/features/datafeeds/datafeeds.db.test.ts",
  platformIssues: "src/features/platform-issues/platform-issues.db.test.ts",
  findings: "src/features/findings/findings.db.test.ts",
  channelOutputs: "src/features/runs/channel-outputs.db.test.ts",
  keys: "src/features/keys/keys.db.test.ts",
  apiKeys: "src/features/keys/api-keys.db.test.ts",
  retention: "src/features/runs/retention.db.test.ts",
  extracts: "src/features/extracts/extracts.db.test.ts",
  scheduled: "src/features/extracts/scheduled-extracts.db.test.ts",
  extractEvents: "src/features/extracts/extract-events.db.test.ts",
  runEvents: "src/features/runs/run-events.db.test.ts",
  productEvents: "src/features/products/product-events.db.test.ts",
  ruleEvents: "src/features/rules/rule-events.db.test.ts",
  keyEvents: "src/features/keys/key-events.db.test.ts",
  products: "test/journeys/sample-feeds.e2e.test.ts",
  overrides: "src/features/products/overrides.db.test.ts",
  rules: "src/features/rules/rules.db.test.ts",
  mappings: "src/features/columns/column-mappings.db.test.ts",
  metafields: "src/features/metafields/metafields.db.test.ts",
  selection: "src/features/selection/selection.db.test.ts",
  plans: "src/features/plans/plans.db.test.ts",
  lookups: "src/features/lookups/lookups.db.test.ts",
  lookupRows: "src/features/lookups/set-lookup-rows.db.test.ts",
  putLookup: "src/features/lookups/put-lookup-table.db.test.ts",
  audit: "src/features/audit/list-audit.db.test.ts",
  feedFiles: "src/surfaces/files/feed-files.db.test.ts",
  signInCodes: "src/surfaces/http/sign-in-codes.db.test.ts",
  search: "src/features/search/search.db.test.ts",
  overview: "src/features/overview/overview.db.test.ts",
  runDiff: "src/features/runs/diff-runs.db.test.ts",
  runSeries: "src/features/runs/run-series.db.test.ts",
  discardRun: "src/features/runs/discard-run.db.test.ts",
  eventStreams: "src/surfaces/http/event-streams.db.test.ts",
  fileRoutes: "src/surfaces/files/file-routes.test.ts",
  metrics: "test/journeys/metrics.e2e.test.ts",
  config: "src/config.test.ts",
  sourceRows: "src/features/source-rows/source-rows.db.test.ts",
  feedProducts: "src/features/products/feed-products.db.test.ts",
  columnProfiles: "src/features/column-profiles/column-profiles.db.test.ts",
  productFeeds: "src/features/memberships/product-feeds.db.test.ts",
  manyCells: "src/features/cells/set-many-cells.db.test.ts",
  checkRule: "src/features/rules/check-rule.db.test.ts",
  countRules: "src/features/rules/count-rules.db.test.ts",
  previewPages: "src/features/rules/preview-pages.db.test.ts",
  uploads: "src/features/extracts/upload-extract.db.test.ts",
  bodyTimes: "src/surfaces/http/body-times.test.ts",
  markets: "src/features/markets/markets.db.test.ts",
  versions: "src/features/config/versions.db.test.ts",
  feedToken: "src/features/shops/rotate-feed-token.db.test.ts",
} as const;

type FileName = keyof typeof FILES;

/** `held("errors", "first title", "second title")`. */
export const held = (file: FileName, ...titles: readonly string[]): readonly Held[] => titles.map((title) => [FILES[file], title] as const);

/** Rows of one section. */
export const section = (name: string, rows: Readonly<Record<string, readonly Held[] | Part>>): readonly CoverageRow[] =>
  Object.entries(rows).map(([row, by]) =>
    typeof by === "string" ? { row: `${name} ${row}`, held: [], comes: by } : { row: `${name} ${row}`, held: by },
  );
