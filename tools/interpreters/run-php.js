/** Runs the PHP program on standard input; what it prints is printed, and an error ends this process with 1. */
import { readFileSync } from "node:fs";
import { getPHPLoaderModule } from "@php-wasm/node-8-4";
import { loadPHPRuntime, PHP } from "@php-wasm/universal";

const php = new PHP(await loadPHPRuntime(await getPHPLoaderModule()));
const answer = await php.runStream({ code: readFileSync(0, "utf8") });
process.stdout.write(await answer.stdoutText);
process.stderr.write(await answer.stderrText);
// The runtime keeps handles open.
process.exit((await answer.exitCode) === 0 ? 0 : 1);
