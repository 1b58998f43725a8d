import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { OPERATIONS } from "../src/features/operations.ts";
import { openApiDocument } from "../src/surfaces/http/openapi.ts";
const d = openApiDocument(OPERATIONS, "http://127.0.0.1:8080");
console.log("generated file current:", readFileSync("docs/reference/openapi.json", "utf8") === JSON.stringify(d, null, 2) + "\n");
const require = createRequire(import.meta.url);
try {
  const Ajv = require("ajv/dist/2020").default; const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "http://x/doc", ...d });
  for (const n of Object.keys(d.components.schemas)) ajv.compile({ $ref: `http://x/doc#/components/schemas/${n}` });
  const check = ajv.compile({ $ref: "http://x/doc#/components/schemas/Error" });
  for (const r of Object.values(d.components.responses)) for (const e of Object.values((r as any).content["application/json"].examples)) if (!check((e as any).value)) console.log(check.errors);
  console.log("schemas compile, examples valid", Object.keys(d.components.schemas).length);
} catch (e) { console.log(String(e)); }
