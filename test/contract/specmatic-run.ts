import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OPERATIONS } from "../../src/features/operations.ts";
import { KEY_KINDS, type KeyKind } from "../../src/kernel/scopes.ts";
import { openApiDocument } from "../../src/surfaces/http/openapi.ts";
import { toolPackages } from "../../tools/tool-packages.ts";
import { rightKey, validRequest } from "./sample.ts";
import { SAMPLES } from "./samples.ts";
import { serviceHome } from "../harness/service-process.ts";
import { contractScene, type Scene } from "./scene.ts";
import { testableDocument, type Tested } from "./specmatic-document.ts";
import { EXCLUDED, UNREACHED } from "./specmatic-limits.ts";
import { type Verdicts, verdictsOf } from "./specmatic-verdicts.ts";

/**
 * `npm run test:specmatic`: Specmatic asks the running service what its document promises, with valid requests and with broken ones, and
 * expects a documented success of the one and a documented refusal of the other. Exits 1 unless all is well.
 */

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, log: { type: "string", default: "" } } });

/** Optional members and bounds multiply; the first of their combinations are enough to meet each of them. */
const COMBINATIONS_MAX = 12;
/** A preview plans and runs a feed; on a busy machine that takes its time. */
const ANSWERED_WITHIN_SECONDS = 60;
const KIND_MS_MAX = 15 * 60_000;
const NOTHING: Verdicts = { passed: 0, refused: 0, excused: 0, failures: [] };

async function main(): Promise<number> {
  if (spawnSync("java", ["-version"]).status !== 0) {
    process.stderr.write(
      "Specmatic needs Java 17 or newer: install a JRE (on Debian: apt install default-jre-headless) and run this again.\n",
    );
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), "feedwright-specmatic-"));
  try {
    await using scene = await contractScene(serviceHome);
    const outcomes: Verdicts[] = [];
    for (const kind of KEY_KINDS) outcomes.push(await testKind(scene, kind, folder));
    return report(outcomes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each kind of key has operations of its own; Specmatic knows one key a run. */
async function testKind(scene: Scene, kind: KeyKind, folder: string): Promise<Verdicts> {
  const operations = OPERATIONS.filter(
    ({ keyKind, name }) => keyKind === kind && EXCLUDED[name] === undefined && name.startsWith(values.only),
  );
  const [first] = operations;
  if (first === undefined) return NOTHING;
  const tested: Tested[] = [];
  for (const operation of operations) tested.push({ operation, request: await validRequest(scene, SAMPLES[operation.name] ?? {}) });
  const { url } = scene.home;
  const document = join(folder, `${kind}.json`);
  await writeFile(document, JSON.stringify(testableDocument(openApiDocument(OPERATIONS, url), tested, url)));
  const log = values.log === "" ? join(folder, `${kind}.log`) : `${values.log}-${kind}.log`;
  await specmatic({ document, log, key: rightKey(scene, first), url, folder });
  return verdictsOf(await readFile(log, "utf8"), operations);
}

interface Run {
  readonly document: string;
  readonly log: string;
  readonly key: string;
  readonly url: string;
  readonly folder: string;
}

async function specmatic({ document, log, key, url, folder }: Run): Promise<void> {
  const jar = `${toolPackages("specmatic")}/specmatic/specmatic.jar`;
  const child = spawn("java", ["-jar", jar, "test", document, `--testBaseURL=${url}/v1`, `--timeout=${ANSWERED_WITHIN_SECONDS}`], {
    cwd: folder,
    // The name of the security scheme is where Specmatic looks for its key.
    env: {
      ...process.env,
      apiKey: key,
      SPECMATIC_GENERATIVE_TESTS: "true",
      SPECMATIC_DISABLE_TELEMETRY: "true",
      MAX_TEST_REQUEST_COMBINATIONS: String(COMBINATIONS_MAX),
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: KIND_MS_MAX,
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  await once(child, "close");
  file.end();
  await once(file, "finish");
}

function report(outcomes: readonly Verdicts[]): number {
  const sum = (of: (each: Verdicts) => number): number => outcomes.reduce((total, each) => total + of(each), 0);
  const [passed, failed] = [sum((each) => each.passed), sum((each) => each.failures.length)];
  for (const failure of outcomes.flatMap((each) => each.failures)) process.stdout.write(`FAILED ${failure}\n`);
  for (const [name, reason] of Object.entries({ ...EXCLUDED, ...UNREACHED })) process.stdout.write(`not tested: ${name}: ${reason}\n`);
  process.stdout.write(
    `${passed} passed, ${failed} failed; ${sum((each) => each.refused)} refused with a documented code for what a schema cannot say, ${sum((each) => each.excused)} not broken after all\n`,
  );
  return failed === 0 && passed > 0 ? 0 : 1;
}

process.exitCode = await main();
