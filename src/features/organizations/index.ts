export { approveConnection, declineConnection } from "./answer-connection-request.ts";
export { CONNECTION } from "./connection.ts";
export { getOrganization } from "./get-organization.ts";
export { inviteShop } from "./invite-shop.ts";
export { listClientShops } from "./list-client-shops.ts";
export { listConnectionRequests } from "./list-connection-requests.ts";
export { listMembers } from "./list-members.ts";
export { createOrganizationKey, listOrganizationKeys, revokeOrganizationKey } from "./organization-keys.ts";
export {
  findOrganization,
  insertActiveConnection,
  insertMember,
  insertOrganization,
  listConnectedShops,
  listOrganizations,
} from "./organization-queries.ts";
export { memberAnswer, MemberRole, organizationAnswer, OrganizationShape, OrgMemberShape } from "./organization-shapes.ts";
export { removeConnection } from "./remove-connection.ts";
