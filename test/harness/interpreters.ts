import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { toolPackages } from "../../tools/tool-packages.ts";

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
  toolPackages("interpreters");
  const running = promisify(execFile)("node", COMMANDS[language], { cwd: FOLDER });
  running.child.stdin?.end(program);
  return (await running).stdout;
}
