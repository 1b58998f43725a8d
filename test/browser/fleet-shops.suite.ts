import { createKey } from "../../src/features/keys/index.ts";
import { insertActiveConnection, insertOrganization } from "../../src/features/organizations/index.ts";
import { storedId } from "../../src/kernel/ids.ts";
import { apiClient, type ApiClient, eventually } from "../harness/api-client.ts";
import { cloneShop } from "../harness/cloned-shops.ts";
import { csvShop } from "../harness/csv-shop.ts";
import type { ClonedService } from "../harness/service-on-clone.ts";
import { IN_TIME } from "../harness/slow-machine.ts";

export interface AgencyShop {
  readonly id: number;
  readonly name: string;
}

export interface Agency {
  readonly key: string;
  readonly client: ApiClient;
  readonly shops: readonly AgencyShop[];
}

/** Titles that Google cuts are what its checks find, and a rule clears it. */
const exportWith = (suffix: string): string =>
  [
    "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Status",
    ...["Linen Shirt", "Felt Hat", "Wool Scarf"].map(
      (title, at) =>
        `item-${at},${title}${suffix},<p>Good</p>,Hazel,TRUE,Title,Default Title,SKU-${at},,5,deny,1${at}.00,https://images.example/${at}.jpg,active`,
    ),
    "",
  ].join("\n");

interface AgencySize {
  readonly shops: number;
  readonly faulty: number;
}

/** An organization with so many small shops, the first of which all have the same finding. */
export async function agencyWithShops(service: ClonedService, { shops: count, faulty }: AgencySize): Promise<Agency> {
  const first = await publishedShop(service, "client-1", " in a colour that goes with all others".repeat(5));
  const sound = await publishedShop(service, `client-${faulty + 1}`, " in grey");
  const { db } = service.database;
  const organizationId = storedId("org", await insertOrganization(db, "North Agency"));
  const shops: AgencyShop[] = [];
  for (let n = 1; n <= count; n += 1) {
    const original = n <= faulty ? first : sound;
    const name = `client-${n}`;
    shops.push(original.name === name ? original : { id: await cloneShop(service, original.id, name), name });
  }
  for (const { id, name } of shops)
    await insertActiveConnection(db, { organizationId, shopId: storedId("shop", id), domain: `${name}.example`, clientLabel: name });
  const grants = ["full_access", "read_org", "write_org"];
  const { rawKey } = await createKey(db, { kind: "organization", organizationId, name: "Agency", grants });
  return { key: rawKey, client: apiClient(service.url, rawKey), shops };
}

async function publishedShop(service: ClonedService, name: string, suffix: string): Promise<AgencyShop> {
  const { client, id } = await csvShop(service, `${name}.example`, exportWith(suffix));
  const primary = String((await client.get("/feeds")).list[0]?.["id"]);
  await client.put(`/feeds/${primary}/channels/google`, {});
  const { data: run } = await client.post(`/feeds/${primary}/regenerate`);
  await eventually(
    () => client.get(`/feeds/${primary}/runs/${String(run["id"])}`),
    ({ data }) => data["publication"] === "live",
    IN_TIME.timeout,
  );
  return { id: Number(id.replace("shop_", "")), name };
}
