import { parseArgs } from "node:util";
import { smokeChannel } from "./smoke-channel.ts";

/** `npm run smoke:channels -- google`: a platform's client against the platform itself, or with `--fake` against the one that tests play. Exits 1 on a failure. */
const { values, positionals } = parseArgs({ options: { fake: { type: "boolean", default: false } }, allowPositionals: true });

process.exitCode = await smokeChannel({
  slug: positionals[0] ?? "",
  fake: values.fake,
  env: process.env,
  say: (line) => void process.stdout.write(`${line}\n`),
});
