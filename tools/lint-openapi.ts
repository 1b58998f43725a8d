import { fileURLToPath } from "node:url";
import { clientFault } from "./openapi-client.ts";
import { runTool } from "./tool-packages.ts";

/** `npm run lint:openapi`: two linters judge the OpenAPI document by its standard, and the client's types must be those made from it. */
const DOCUMENT = fileURLToPath(new URL("../docs/reference/openapi.json", import.meta.url));
const RULESET = fileURLToPath(new URL("openapi/spectral.yaml", import.meta.url));

function main(): number {
  const judged = [
    // `…/findings/mutes/{id}` and `…/findings/{code}/rows` are both promised; no finding has the code `mutes`.
    runTool("openapi", "redocly", ["lint", DOCUMENT, "--extends=recommended-strict", "--skip-rule=no-ambiguous-paths"]),
    // Whatever it finds is an error: a hint that nobody follows is noise.
    runTool("openapi", "spectral", ["lint", DOCUMENT, "--ruleset", RULESET, "--fail-severity=hint"]),
  ];
  const fault = clientFault();
  const faults = [...judged.filter(({ failed }) => failed).map(({ output }) => output), ...(fault === null ? [] : [fault])];
  for (const text of faults) process.stderr.write(`${text}\n`);
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = main();
