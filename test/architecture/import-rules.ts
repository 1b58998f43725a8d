import { importEdges, type Edge, type SourceFile } from "./import-graph.ts";
import {
  ASK_A_PORT,
  CONNECTING_GLOBALS,
  CONNECTING_MODULES,
  FOLDER_LAYERS,
  FRIENDS,
  LAYERS,
  MAY_IMPORT,
  NOT_CONNECTING,
  OUTSIDE_WORLD,
  PACKAGE_HOMES,
  PURE_PACKAGES,
  RESTRICTED_NAMES,
  type Layer,
  WAY_OUT,
} from "./import-matrix.ts";

/** The rules on imports, each from a graph to one line per violation, so that a planted file can prove that it sees. */
type ImportRule = (graph: ImportGraph) => readonly string[];

export interface ImportGraph {
  readonly files: readonly SourceFile[];
  readonly edges: readonly Edge[];
}

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  return { files, edges: files.flatMap((file) => importEdges(file)) };
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(([pattern]) => pattern.test(path))?.[1];
}

/** `src/features/feeds/feed.ts` → `src/features/feeds`. */
function folderOf(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}

const isOurs = (path: string): boolean => /^(?:src|test|bench|tools)\//.test(path);
const isTest = (path: string): boolean => layerOf(path) === "test";
const show = ({ from, to }: Edge): string => `${from} → ${to}`;

function isAllowed({ from, to }: Edge): boolean {
  const [source, destination] = [layerOf(from), layerOf(to)];
  if (source === undefined || destination === undefined) return false;
  if (MAY_IMPORT[source].includes(destination)) return true;
  if (source !== destination || !FOLDER_LAYERS.includes(source)) return false;
  return folderOf(from) === folderOf(to) || (FRIENDS[folderOf(from)]?.includes(folderOf(to)) ?? false);
}

const everyFileHasALayer: ImportRule = ({ files }) => files.map(({ path }) => path).filter((path) => layerOf(path) === undefined);

const layersKeepTheMatrix: ImportRule = ({ edges }) => edges.filter((edge) => isOurs(edge.to) && !isAllowed(edge)).map(show);

const otherFeaturesByTheirDoor: ImportRule = ({ edges }) =>
  edges
    .filter(({ from, to }) => layerOf(to) === "features" && !isTest(from) && folderOf(from) !== folderOf(to))
    .filter(({ to }) => !/^src\/features\/[^/]+\/index\.ts$/.test(to))
    .map(show);

/** Every feature that one depends on, over any number of steps; itself too, when a way leads back. */
function reachable(from: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const fresh = [...(next.get(at) ?? [])].filter((to) => !seen.has(to));
    for (const to of fresh) seen.add(to);
    open.push(...fresh);
  }
  return seen;
}

const featuresFormNoCycle: ImportRule = ({ edges }) => {
  const between = edges.filter(
    ({ from, to }) => !isTest(from) && layerOf(from) === "features" && layerOf(to) === "features" && folderOf(from) !== folderOf(to),
  );
  const next = new Map<string, Set<string>>();
  for (const { from, to } of between) next.set(folderOf(from), (next.get(folderOf(from)) ?? new Set<string>()).add(folderOf(to)));
  return [...next.keys()].filter((feature) => reachable(feature, next).has(feature));
};

const vouchingFunctionsStayWithTheirCallers: ImportRule = ({ edges }) =>
  edges
    .filter(({ from }) => !isTest(from))
    .filter(({ from, to, names }) =>
      Object.entries(RESTRICTED_NAMES).some(
        ([name, rule]) => rule.from === to && !rule.allowed.test(from) && (names.includes(name) || names.includes("*")),
      ),
    )
    .map(show);

const packagesStayAtHome: ImportRule = ({ edges }) =>
  edges
    .filter(({ from, to }) => {
      const home = PACKAGE_HOMES[to];
      return home !== undefined && !home.test(from) && !isTest(from) && layerOf(from) !== "app";
    })
    .map(show);

const pureLayersAreAlone: ImportRule = ({ edges }) =>
  edges
    .filter(({ from, to }) => {
      const layer = layerOf(from);
      const allowed = layer === undefined ? undefined : PURE_PACKAGES[layer];
      return allowed !== undefined && !isOurs(to) && !allowed.includes(to);
    })
    .map(show);

const featuresAskAPort: ImportRule = ({ edges }) =>
  edges
    .filter(({ from, to }) => {
      const layer = layerOf(from);
      return layer !== undefined && ASK_A_PORT.includes(layer) && OUTSIDE_WORLD.test(to);
    })
    .map(show);

const thereIsOneWayOut: ImportRule = ({ files, edges }) => {
  const isBound = (path: string): boolean => !isTest(path) && !WAY_OUT.test(path);
  const connecting = edges.filter(
    ({ to, names }) => CONNECTING_MODULES.test(to) && (names.length === 0 || names.some((name) => !NOT_CONNECTING.includes(name))),
  );
  const calling = files.filter(({ text }) => CONNECTING_GLOBALS.test(text));
  return [...connecting.filter(({ from }) => isBound(from)).map(show), ...calling.map(({ path }) => path).filter(isBound)];
};

const theEnvironmentHasOneReader: ImportRule = ({ files }) =>
  files
    .filter(({ path, text }) => path !== "src/config.ts" && !isTest(path) && /\bprocess\s*(?:\.\s*env\b|\[)/.test(text))
    .map(({ path }) => path);

export const IMPORT_RULES = {
  "every file has a layer": everyFileHasALayer,
  "layers import only what the matrix allows": layersKeepTheMatrix,
  "a feature is entered by its index": otherFeaturesByTheirDoor,
  "features form no cycle": featuresFormNoCycle,
  "functions that vouch are called by those who may": vouchingFunctionsStayWithTheirCallers,
  "a package that talks to the world is used in its home": packagesStayAtHome,
  "kernel and engine use the language and the schema library": pureLayersAreAlone,
  "features reach sockets and processes through ports": featuresAskAPort,
  "what leaves the service leaves by the egress": thereIsOneWayOut,
  "the environment has one reader": theEnvironmentHasOneReader,
} as const satisfies Record<string, ImportRule>;
