import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Python and PHP as npm packages: the tests of what a guide shows need nothing of the machine. */

const FOLDER = fileURLToPath(new URL("../../tools/interpreters/", import.meta.url));

const COMMANDS = {
  typescript: ["--input-type=module-typescript", "-"],
  python: ["run-python.js"],
  php: ["run-php.js"],
} as const satisfies Record<string, readonly string[]>;
export type Language = keyof typeof COMMANDS;

/** What the program prints. Rejects with what it says when it fails. */
export async function runProgram(language: Language, program: string): Promise<string> {
  await installInterpreters();
  return output("node", COMMANDS[language], program);
}

/** They are no packages of the service: whoever only runs it does not get them. */
async function installInterpreters(): Promise<void> {
  if (existsSync(`${FOLDER}node_modules/.package-lock.json`)) return;
  await output("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], "");
}

async function output(command: string, args: readonly string[], input: string): Promise<string> {
  const running = promisify(execFile)(command, args, { cwd: FOLDER });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
