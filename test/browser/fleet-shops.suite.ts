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

/** Titles that Google cuts, so that its checks find the same in each shop, and a rule that clears it. */
const EXPORT = [
  "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Status",
  ...["Linen Shirt", "Felt Hat", "Wool Scarf"].map(
    (title, at) =>
      `item-${at},${title}${` in a colour that goes with all others`.repeat(5)},<p>Good</p>,Hazel,TRUE,Title,Default Title,SKU-${at},,5,deny,1${at}.00,https://images.example/${at}.jpg,active`,
  ),
  "",
].join("\n");

/** An organization with so many small shops, the first of which all have the same finding. */
export async function agencyWithShops(service: ClonedService, count: number, withFinding: number): Promise<Agency> {
  const first = await csvShop(service, "client-1.example", EXPORT);
  const shopId = Number(first.id.replace("shop_", ""));
  const cloned = async (from: number, to: number): Promise<readonly AgencyShop[]> => {
    const clones: AgencyShop[] = [];
    for (let n = from; n <= to; n += 1) clones.push({ id: await cloneShop(service, shopId, `client-${n}`), name: `client-${n}` });
    return clones;
  };
  // Without a channel nothing checks their titles.
  const others = await cloned(withFinding + 1, count);
  const primary = String((await first.client.get("/feeds")).list[0]?.["id"]);
  await first.client.put(`/feeds/${primary}/channels/google`, {});
  const { data: run } = await first.client.post(`/feeds/${primary}/regenerate`);
  await eventually(
    () => first.client.get(`/feeds/${primary}/runs/${String(run["id"])}`),
    ({ data }) => data["publication"] === "live",
    IN_TIME.timeout,
  );
  const { db } = service.database;
  const organizationId = storedId("org", await insertOrganization(db, "North Agency"));
  const shops = [{ id: shopId, name: "client-1" }, ...(await cloned(2, withFinding)), ...others];
  for (const { id, name } of shops)
    await insertActiveConnection(db, { organizationId, shopId: storedId("shop", id), domain: `${name}.example`, clientLabel: name });
  const grants = ["full_access", "read_org", "write_org"];
  const { rawKey } = await createKey(db, { kind: "organization", organizationId, name: "Agency", grants });
  return { key: rawKey, client: apiClient(service.url, rawKey), shops };
}
