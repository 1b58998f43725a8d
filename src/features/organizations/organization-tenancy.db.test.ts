import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../test/harness/postgres-template.ts";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { openOrganization, type OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import * as organizationQueries from "./organization-queries.ts";

/** Every query that takes an organization's handle, called for a stranger with what belongs to another. */

let database: TestDatabase;
let victim: OrganizationDb;
let stranger: OrganizationDb;
let shop: TestShop;
let connectionId: number;

beforeAll(async () => {
  database = await testDatabase();
  shop = await testShop(database.db);
  victim = await anOrganization();
  await organizationQueries.insertActiveConnection(database.db, {
    ...CONNECTED,
    organizationId: victim.organizationId,
    shopId: shop.shop.shopId,
  });
  await organizationQueries.insertInvitation(victim, { domain: "waiting.example", clientLabel: null });
  await organizationQueries.insertMember(victim, MEMBER);
  const connection = await database.db
    .selectFrom("organization_connections")
    .select("id")
    .where("status", "=", "active")
    .executeTakeFirstOrThrow();
  connectionId = connection.id;
  stranger = await anOrganization();
});
afterAll(() => database[Symbol.asyncDispose]());

const CONNECTED = { domain: "connected.example", clientLabel: "Theirs" };
const MEMBER = { name: "Ada", email: "ada@agency.example", role: "owner" } as const;

async function anOrganization(): Promise<OrganizationDb> {
  return openOrganization(database.db, storedId("org", await organizationQueries.insertOrganization(database.db, "An agency")));
}

const page = { limit: 10, offset: 0 };

const QUERIES: Readonly<Record<string, (organization: OrganizationDb) => Promise<unknown>>> = {
  listClientShops: async (organization) => (await organizationQueries.listClientShops(organization, page)).rows,
  listMembers: async (organization) => (await organizationQueries.listMembers(organization, page)).rows,
  findConnectionTo: (organization) => organizationQueries.findConnectionTo(organization, CONNECTED.domain),
  countPending: async (organization) => (await organizationQueries.countPending(organization)) > 0,
  lockConnection: (organization) => organizationQueries.lockConnection(organization, shop.shop.shopId),
  listConnectedShops: (organization) => organizationQueries.listConnectedShops(organization, [shop.shop.shopId]),
  deleteConnection: (organization) => organizationQueries.deleteConnection(organization, connectionId),
};

/** Queries that name nothing but the handle's own organization, or that no organization calls. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  findOrganization: "the handle's own organization",
  lockOrganization: "the handle's own organization",
  insertInvitation: "adds a row of the handle's organization",
  insertMember: "adds a row of the handle's organization",
  insertOrganization: "an admin's",
  listOrganizations: "an admin's",
  insertActiveConnection: "the sample shop's installation",
  revokeDelegated: "names organization and shop, both of a connection that was locked",
};

const rowsOf = async (): Promise<string> => {
  const { rows } = await database.pool.query(
    `select json_agg(t order by t::text)::text as rows from (
       select to_jsonb(c) from organization_connections c where organization_id = $1
       union all select to_jsonb(m) from organization_members m where organization_id = $1) t`,
    [victim.organizationId],
  );
  return JSON.stringify(rows);
};

const isNothing = (answer: unknown): boolean => answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0);

describe("another organization's handle", () => {
  test.each(Object.entries(QUERIES))("%s finds nothing and changes nothing", async (_, query) => {
    const before = await rowsOf();
    expect(isNothing(await query(stranger))).toBe(true);
    expect(await rowsOf()).toBe(before);
  });

  test.each(Object.entries(QUERIES))("%s finds with its own handle what the stranger did not", async (_, query) => {
    expect(isNothing(await query(victim))).toBe(false);
  });
});

test("every query is in one of the two lists", () => {
  const functions = Object.entries(organizationQueries).filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).toSorted()).toEqual([...Object.keys(QUERIES), ...Object.keys(ELSEWHERE)].toSorted());
});
