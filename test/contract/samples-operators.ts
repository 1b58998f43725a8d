import type { Sample, Samples } from "./sample.ts";
import type { Belongings, Scene } from "./scene.ts";

/** One valid request of every operation of an organization, and of every one of whoever runs the installation. */

const nothing: Sample = {};
const shop = ({ shop: id }: Belongings) => ({ id });
const organization = ({ organization: id }: Belongings) => ({ id });
const newKey = ({ fresh }: Scene) => ({ name: fresh("Key ") });

/** One more shop of the organization, connected. */
async function connectedShop({ ask, adminKey, own, fresh }: Scene) {
  const domain = `${fresh("client")}.example`;
  await ask(own.agencyKey, "POST", "/org/invitations", { shop_domain: domain });
  const { data } = await ask(adminKey, "POST", "/admin/shops", installation(domain));
  const merchantKey = String(data["merchant_key"]);
  const connection = String((await ask(merchantKey, "GET", "/connection_requests")).list[0]?.["id"]);
  await ask(merchantKey, "POST", `/connection_requests/${connection}/approve`);
  return { shop_id: String(data["id"]) };
}

const installation = (domain: string) => ({
  domain,
  storefront: { kind: "csv", csv: "Handle,Title,Variant SKU,Variant Price\nlamp,Lamp,L-1,12.90\n" },
});

export const ORGANIZATION_SAMPLES: Samples = {
  "org.get": nothing,
  "org.invite_shop": { body: ({ fresh }) => ({ shop_domain: `${fresh("invited")}.example`, client_label: "A client" }) },
  "org.remove_connection": { path: ({ shop: id }) => ({ shop_id: id }), fresh: connectedShop },
  "org.list_shops": nothing,
  "org.list_members": nothing,
  "org.list_keys": nothing,
  "org.create_key": { body: newKey },
  "org.revoke_key": {
    path: ({ organizationKey }) => ({ kid: organizationKey }),
    fresh: async (scene) => ({ kid: String((await scene.ask(scene.own.agencyKey, "POST", "/org/keys", newKey(scene))).data["id"]) }),
  },
};

export const ADMIN_SAMPLES: Samples = {
  "admin.list_keys": nothing,
  "admin.create_key": { body: newKey },
  "admin.revoke_key": {
    path: ({ adminKey }) => ({ id: adminKey }),
    fresh: async (scene) => ({ id: String((await scene.ask(scene.adminKey, "POST", "/admin/keys", newKey(scene))).data["id"]) }),
  },
  "admin.list_shops": nothing,
  "admin.install_shop": { body: ({ fresh }) => installation(`${fresh("installed")}.example`) },
  "admin.get_shop": { path: shop },
  "admin.update_shop": { path: shop, body: () => ({ storage_quota_bytes: 100_000_000_000 }) },
  "admin.remove_shop": {
    path: shop,
    fresh: async ({ ask, adminKey, fresh }) => ({
      id: String((await ask(adminKey, "POST", "/admin/shops", installation(`${fresh("leaving")}.example`))).data["id"]),
    }),
  },
  "admin.create_sign_in_link": { path: shop },
  "admin.list_shop_keys": { path: shop },
  "admin.create_shop_key": { path: shop, body: newKey },
  "admin.revoke_shop_key": {
    path: ({ shop: id, apiKey }) => ({ id, kid: apiKey }),
    fresh: async (scene) => {
      const { ask, adminKey, own } = scene;
      return { id: own.shop, kid: String((await ask(adminKey, "POST", `/admin/shops/${own.shop}/keys`, newKey(scene))).data["id"]) };
    },
  },
  "admin.list_shop_extracts": { path: shop },
  "admin.create_shop_extract": { path: shop },
  "admin.list_organizations": nothing,
  "admin.create_organization": { body: ({ fresh }) => ({ name: fresh("Agency ") }) },
  "admin.add_member": { path: organization, body: ({ fresh }) => ({ name: "Ada", email: `${fresh("ada")}@agency.example` }) },
  "admin.create_organization_key": { path: organization, body: newKey },
  "admin.list_audit": nothing,
  "admin.show_jobs": nothing,
  "admin.list_taxonomies": nothing,
};
