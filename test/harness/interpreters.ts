import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { toolPackages } from "../../tools/tool-packages.ts";

/** Python and PHP as npm packages: the tests of what a guide shows, and the second reader of channel files, need nothing of the machine. */

const FOLDER = fileURLToPath(new URL("../../tools/interpreters/", import.meta.url));

const COMMANDS = {
  typescript: ["--input-type=module-typescript", "-"],
  python: ["run-python.js"],
  php: ["run-php.js"],
} as const satisfies Record<string, readonly string[]>;
export type Language = keyof typeof COMMANDS;

/** Above what any program of ours prints. */
const PRINTED_BYTES_MAX = 64 * 1024 * 1024;

/** What the program prints. Rejects with what it says when it fails. */
export function runProgram(language: Language, program: string): Promise<string> {
  return run(COMMANDS[language], program);
}

/** What a Python module of a folder prints. It imports its neighbours, and reads the input from standard input. */
export function runPythonModule(folder: string, module: string, input: string): Promise<string> {
  return run([...COMMANDS.python, folder, module], input);
}

async function run(command: readonly string[], input: string): Promise<string> {
  toolPackages("interpreters");
  const running = promisify(execFile)("node", command, { cwd: FOLDER, maxBuffer: PRINTED_BYTES_MAX });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
