import { writeClientTypes } from "./openapi-client.ts";

/** `npm run generate:client`: writes the types of the tests' client from the OpenAPI document. */
writeClientTypes();
