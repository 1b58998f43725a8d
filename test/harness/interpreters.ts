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

/**
 * What a Python module of a folder prints. It imports its neighbours, and reads the input from standard input. The machine's own Python runs
 * it where there is one: it takes a tenth of the time.
 */
export async function runPythonModule(folder: string, module: string, input: string): Promise<string> {
  if (!(await hasPython())) return run([...COMMANDS.python, folder, module], input);
  return printed(OWN_PYTHON, ["-B", "-X", "utf8", "-m", module], { folder, input });
}

const OWN_PYTHON = "python3";
const RECENT_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 11))";

function hasPython(): Promise<boolean> {
  return printed(OWN_PYTHON, ["-c", RECENT_ENOUGH], { folder: FOLDER, input: "" }).then(
    () => true,
    () => false,
  );
}

async function run(command: readonly string[], input: string): Promise<string> {
  toolPackages("interpreters");
  return printed("node", command, { folder: FOLDER, input });
}

interface Given {
  readonly folder: string;
  readonly input: string;
}

async function printed(command: string, args: readonly string[], { folder, input }: Given): Promise<string> {
  const running = promisify(execFile)(command, args, { cwd: folder, maxBuffer: PRINTED_BYTES_MAX });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
