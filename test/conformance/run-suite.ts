import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { branded, members, parseJson } from "../../src/kernel/unsafe.ts";

/** What became of a scenario: its checks by status. */
export interface ScenarioOutcome {
  readonly name: string;
  readonly passed: number;
  /** Each failed or warned check, with its reason. */
  readonly faults: readonly string[];
}

const MANIFEST = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const FOLDER = dirname(MANIFEST);
const SUITE = join(FOLDER, "dist", "index.js");
const WITHIN_MS = 300_000;

/** Runs the pinned conformance suite against a server, with these of its options. */
export async function runSuite(url: string, options: readonly string[]): Promise<readonly ScenarioOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), "feedwright-conformance-"));
  try {
    const args = [SUITE, "server", "--url", url, ...options, "--output-dir", folder];
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { timeout: WITHIN_MS, maxBuffer: 64 * 1024 ** 2 }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
    const results = (await readdir(folder)).toSorted();
    if (results.length === 0) throw new Error(`the conformance suite wrote no results: ${said.slice(-2_000)}`);
    return await Promise.all(results.map((name) => outcomeIn(folder, name)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scenarios that a revision of the protocol requires of a server, as the suite has frozen them. */
export async function requiredScenarios(revision: string): Promise<readonly string[]> {
  const text = await readFile(join(FOLDER, "requirements", `${revision}.yaml`), "utf8");
  const [, list = ""] = /^server:\n((?: {2}- .+\n)+)/m.exec(text) ?? [];
  return list.split("\n").flatMap((line) => /^ {2}- (\S+)/.exec(line)?.[1] ?? []);
}

async function outcomeIn(folder: string, name: string): Promise<ScenarioOutcome> {
  const checks = branded<readonly unknown[]>(parseJson(await readFile(join(folder, name, "checks.json"), "utf8"))).map(members);
  const faults = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  return {
    name: name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, ""),
    passed: checks.filter(({ status }) => status === "SUCCESS").length,
    faults: faults.map(({ id, status, errorMessage }) => `${String(id)} ${String(status)}: ${String(errorMessage)}`),
  };
}
