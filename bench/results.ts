import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { machineFacts } from "./measure.ts";

/** One measured line of the results, beside what it is compared with. */
export interface ResultLine {
  readonly what: string;
  readonly figure: string;
  /** The goal or the baseline of the same run. */
  readonly beside: string;
}

const FILE = fileURLToPath(new URL("results.md", import.meta.url));
const HEAD =
  "# Measured\n\nEach section is written by one command and replaced when it runs again. Times are wall-clock medians; memory is the resident sets of the whole process tree.\n";

/** Replaces one section of `bench/results.md` and prints it. */
export async function record(command: string, lines: readonly ResultLine[]): Promise<void> {
  const section = [
    `## \`${command}\``,
    "",
    `${new Date().toISOString().slice(0, 10)}, ${machineFacts()}.`,
    "",
    "| what | figure | goal or baseline |",
    "|---|---|---|",
    ...lines.map(({ what, figure, beside }) => `| ${what} | ${figure} | ${beside} |`),
    "",
  ].join("\n");
  const before = await readFile(FILE, "utf8").catch(() => HEAD);
  const sections = before.split(/(?=^## )/m);
  const others = sections.slice(1).filter((other) => !other.startsWith(`## \`${command}\``));
  await mkdir(new URL(".", import.meta.url), { recursive: true });
  await writeFile(FILE, `${[sections[0] ?? HEAD, ...others, section].map((text) => text.trimEnd()).join("\n\n")}\n`);
  process.stdout.write(`${section}\n`);
}
