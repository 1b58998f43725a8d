import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { createKey } from "../../features/keys/index.ts";
import { insertActiveConnection, insertOrganization } from "../../features/organizations/index.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { type HttpFront, json } from "./http-front.suite.ts";

/** A browser on the console's own pages, as the tests of sessions play it. */

/** On https, which the front of the tests is reached by. */
export const COOKIE = "__Host-fw";
export const OWN_PAGE = { "sec-fetch-site": "same-origin" } as const;

export const signIn = (front: HttpFront, key: unknown, request: InjectOptions = {}): Promise<LightMyRequestResponse> =>
  front.send({ method: "POST", url: "/session", ...json({ key }), key: null, ...request });

/** The token of a `Set-Cookie`, whatever its name. */
export const tokenOf = ({ headers }: LightMyRequestResponse): string => /=(fws_[^;]+);/.exec(String(headers["set-cookie"]))?.[1] ?? "";

export const signedIn = async (front: HttpFront, key: string): Promise<string> => tokenOf(await signIn(front, key));

/** A request with a session's cookie and without a key, as a page of the console sends it; `headers` are added or put in the place of its own. */
export const withCookie = (front: HttpFront, token: string, { headers, ...request }: InjectOptions): Promise<LightMyRequestResponse> =>
  front.send({ ...request, key: null, headers: { cookie: `${COOKIE}=${token}`, ...OWN_PAGE, ...headers } });

export async function agencyOf(db: Db, { shop }: TestShop) {
  const organizationId = await insertOrganization(db, "An agency");
  await insertActiveConnection(db, { organizationId, shopId: shop.shopId, domain: "home.example", clientLabel: "Home" });
  const key = await createKey(db, { kind: "organization", organizationId, name: "Agency's", grants: ["write_org", "full_access"] });
  return { organizationId, ...key };
}

/** One key of each kind, and a request that it may make. */
export async function keysOfAllKinds(db: Db) {
  const home = await testShop(db);
  const merchant = await createKey(db, { kind: "merchant", shopId: home.shop.shopId, name: "Own", grants: ["full_access"] });
  const admin = await createKey(db, { kind: "admin", name: "Operator", grants: ["write_admin"] });
  const organization = await agencyOf(db, home);
  return {
    home,
    merchant: { ...merchant, probe: "/v1/feeds" },
    organization: { ...organization, probe: `/v1/feeds?shop_id=${home.shop.shopId}` },
    admin: { ...admin, probe: "/v1/admin/keys" },
  };
}
