import { posix } from "node:path";
import { branded, members, parseJson } from "../../src/kernel/unsafe.ts";
import type { SourceFile } from "./import-graph.ts";

/** What the files of the repository look like from outside: names, sizes, doors, cited paths. One line per violation. */
export type TidyRule = (files: readonly SourceFile[]) => readonly string[];

const LINES_MAX = 300;
/** A test may spell out its cases. */
const TEST_LINES_MAX = 500;

/** Names that say nothing about what is inside, so that everything ends up inside; also as the last word of a name. */
const DRAWERS = /(?:^|[/-])(?:utils?|helpers?|common|shared|misc|managers?|services?)(?=[/.])/;

const KEBAB_CASE = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)(?:\.[a-z0-9]+)*\.(?:ts|js)$/;
const CODE = /^(?:src|test|bench|tools|bin)\/.*\.(?:ts|js)$/;
const MIGRATION = /^db\/migrations\/(.*)$/;
const TEXT_FOR_PEOPLE = /\.md$/;

const isTest = (path: string): boolean => /^test\/|\.(?:test|suite)\.ts$/.test(path);
/** Types that are made from the OpenAPI document: nobody reads them. */
const GENERATED = /^test\/contract\/client\/[\w-]+\.d\.ts$/;
const code = (files: readonly SourceFile[]): readonly SourceFile[] => files.filter(({ path }) => CODE.test(path) && !GENERATED.test(path));

const namesSayWhatIsInside: TidyRule = (files) => files.map(({ path }) => path).filter((path) => CODE.test(path) && DRAWERS.test(path));

const fileNamesAreKebabCase: TidyRule = (files) =>
  code(files)
    .map(({ path }) => path)
    .filter((path) => !KEBAB_CASE.test(posix.basename(path)));

const filesKeepTheirBudget: TidyRule = (files) =>
  code(files)
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ path, lines }) => lines > (isTest(path) ? TEST_LINES_MAX : LINES_MAX))
    .map(({ path, lines }) => `${path}: ${lines} lines`);

const everyFeatureHasADoor: TidyRule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  const features = new Set([...paths].flatMap((path) => /^src\/features\/[^/]+(?=\/)/.exec(path) ?? []));
  return [...features].filter((feature) => !paths.has(`${feature}/index.ts`));
};

const onlyFeaturesHaveADoor: TidyRule = (files) =>
  code(files)
    .map(({ path }) => path)
    .filter((path) => posix.basename(path) === "index.ts" && !/^src\/features\/[^/]+\/index\.ts$/.test(path));

const exportsAreNamed: TidyRule = (files) =>
  code(files)
    .filter(({ text }) => /^export\s+(?:type\s+)?\*/m.test(text))
    .map(({ path }) => path);

const migrationsAreNumberedWithoutGaps: TidyRule = (files) => {
  const names = files.flatMap(({ path }) => MIGRATION.exec(path)?.[1] ?? []).toSorted();
  return names.filter((name, index) => !new RegExp(`^${String(index + 1).padStart(4, "0")}-[a-z0-9-]+\\.sql$`).test(name));
};

/** Paths as `src/app.ts`, without placeholders, and relative links; a line number behind a path is fine. */
function citedPaths({ path, text }: SourceFile): readonly string[] {
  const inCode = [...text.matchAll(/`((?:src|test|tools|bench|db|docs|bin|deploy|console|\.ci)\/[\w./-]+)(?::\d+)?`/g)];
  const links = [...text.matchAll(/\]\((?![a-z]+:|#|\/)([^)#\s]+)/g)];
  return [...inCode.map(([, cited]) => cited ?? ""), ...links.map(([, link]) => posix.join(posix.dirname(path), link ?? ""))];
}

const citedPathsExist: TidyRule = (files) => {
  const paths = files.map(({ path }) => path);
  const exists = (cited: string): boolean => paths.includes(cited) || paths.some((path) => path.startsWith(`${cited.replace(/\/$/, "")}/`));
  const written = files.filter(({ path }) => TEXT_FOR_PEOPLE.test(path));
  return written.flatMap((file) =>
    citedPaths(file)
      .filter((cited) => !exists(cited))
      .map((cited) => `${file.path} cites ${cited}`),
  );
};

const citedCommandsExist: TidyRule = (files) => {
  const manifest = files.find(({ path }) => path === "package.json")?.text ?? "";
  const written = files.filter(({ path }) => TEXT_FOR_PEOPLE.test(path));
  return written.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)]
      .map(([, script]) => script ?? "")
      .filter((script) => !manifest.includes(`"${script}":`))
      .map((script) => `${path} cites npm run ${script}`),
  );
};

/** In pieces, so that this file does not say what it forbids. */
const PRIVATE_PATHS = new RegExp(
  [
    ["/wo", "rk/"],
    ["\\.\\./sha", "red"],
    ["/fa", "rm/"],
  ]
    .map((pieces) => pieces.join(""))
    .join("|"),
);

const nothingPointsAtAMachine: TidyRule = (files) => files.filter(({ text }) => PRIVATE_PATHS.test(text)).map(({ path }) => path);

const packagesComeFromThePublicRegistry: TidyRule = (files) =>
  files
    .filter(({ path }) => path === "package-lock.json")
    .flatMap(({ text }) => [...text.matchAll(/"resolved": "([^"]*)"/g)].map(([, url]) => url ?? ""))
    .filter((url) => !url.startsWith("https://registry.npmjs.org/"));

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** npm forgets the packages of other platforms when it writes a lockfile beside installed packages, and `npm ci` then refuses it. */
const theLockfileIsWhole: TidyRule = (files) => {
  const lock = members(parseJson(files.find(({ path }) => path === "package-lock.json")?.text ?? "{}"));
  const packages = branded<Readonly<Record<string, LockedPackage>>>(members(lock["packages"]));
  const listed = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  const named = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  return named.filter((name) => !listed.has(name));
};

export const TIDY_RULES = {
  "a name says what is inside": namesSayWhatIsInside,
  "file names are kebab-case": fileNamesAreKebabCase,
  "files keep their budget": filesKeepTheirBudget,
  "every feature has a door": everyFeatureHasADoor,
  "only features have a door": onlyFeaturesHaveADoor,
  "exports are named": exportsAreNamed,
  "migrations are numbered without gaps": migrationsAreNumberedWithoutGaps,
  "cited paths exist": citedPathsExist,
  "cited commands exist": citedCommandsExist,
  "nothing points at a machine": nothingPointsAtAMachine,
  "packages come from the public registry": packagesComeFromThePublicRegistry,
  "the lockfile is whole": theLockfileIsWhole,
} as const satisfies Record<string, TidyRule>;
