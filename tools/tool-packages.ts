import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { members, parseJson } from "../src/kernel/unsafe.ts";

/**
 * Programs that judge us from outside, and interpreters of what our guides show. They have packages and lockfiles of their own, so that what the service runs on stays small, and
 * are brought when somebody first asks for them. None of their packages may run anything while it is installed.
 */
type ToolFolder = "icons" | "interpreters" | "openapi" | "specmatic";

const INSTALL_MS_MAX = 120_000;
const COMMAND_MS_MAX = 120_000;

/** The folder's packages, brought when they are missing or not those of its lockfile. Answers where they are. */
export function toolPackages(folder: ToolFolder): string {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  const installed = versionsIn(`${root}/node_modules/.package-lock.json`);
  const isMissing = Object.entries(versionsIn(`${root}/package-lock.json`)).some(([path, version]) => installed[path] !== version);
  if (isMissing) install(root);
  return `${root}/node_modules`;
}

/** What a command of them says, and whether it was content. */
export function runTool(
  folder: ToolFolder,
  command: string,
  args: readonly string[],
): { readonly failed: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${toolPackages(folder)}/.bin/${command}`, ...args], {
    encoding: "utf8",
    timeout: COMMAND_MS_MAX,
    // It is nobody's business what we lint.
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  return { failed: status !== 0, output: `${stdout}${stderr}` };
}

function install(root: string): void {
  process.stderr.write(`Installing the packages of ${root} …\n`);
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: INSTALL_MS_MAX,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm ci failed in ${root}. Run it there to see why.`);
}

/** By path; what only fits other platforms is left out. */
function versionsIn(lockfile: string): Readonly<Record<string, string>> {
  if (!existsSync(lockfile)) return {};
  const packages = Object.entries(members(members(parseJson(readFileSync(lockfile, "utf8")))["packages"]));
  const required = packages.filter(([path, entry]) => path !== "" && members(entry)["optional"] !== true);
  return Object.fromEntries(required.map(([path, entry]) => [path, String(members(entry)["version"])]));
}
