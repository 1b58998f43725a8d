export { insertActiveConnection, insertOrganization } from "./organization-queries.ts";
