import { OPERATIONS } from "../src/features/operations.ts";
import { openApiDocument } from "../src/surfaces/http/openapi.ts";
console.log(JSON.stringify(openApiDocument(OPERATIONS, "http://127.0.0.1:8080"), null, 1));
