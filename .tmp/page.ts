import { writeFileSync } from "node:fs";
import { OPERATIONS } from "../src/features/operations.ts";
import { openApiDocument } from "../src/surfaces/http/openapi.ts";
import { docsPage, errorsPage } from "../src/surfaces/http/docs-page.ts";
const d = openApiDocument(OPERATIONS, "http://127.0.0.1:8080");
writeFileSync(".tmp/docs.html", docsPage(d, "http://127.0.0.1:8080")); writeFileSync(".tmp/errors.html", errorsPage("http://127.0.0.1:8080"));
