import { z } from "zod";
import { type ErrorDetail, PlainError, RequestError } from "../../kernel/errors.ts";
import { formatId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopAccess } from "../../storefronts/storefront-port.ts";
import { ExportFileName } from "../extracts/index.ts";
import { type AdminChange, adminWrite } from "../operation.ts";
import {
  findShopView,
  installationFaults,
  installationOfExport,
  installShop,
  introducedInstallation,
  PlanCode,
  type ShopInstallation,
} from "../shops/index.ts";
import { adminShopAnswer, InstalledShopShape } from "./admin-shop-shape.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

/** Larger exports are for `feedwright shop add`, which reads a file instead of holding it in memory. */
const EXPORT_BYTES_MAX = 10 * 1024 ** 2;
const ASK_DEADLINE_MS = 30_000;
const TEXT_CHARACTERS_MAX = 200;

const ShortText = z.string().trim().min(1).max(TEXT_CHARACTERS_MAX);

const InstallBody = z.strictObject({
  domain: z.optional(ShortText).meta({ description: "Domain of the shop. Required for an export. Shopify reports it itself." }),
  name: z.optional(ShortText),
  currency: z.optional(ShortText).meta({ description: "Currency of an export's prices. `USD` if left out. Shopify reports it itself." }),
  country: z.optional(ShortText).meta({ description: "Country the primary feed sells in. `US` if it's left out and unknown." }),
  language: z
    .optional(ShortText)
    .meta({ description: "Language of an export (BCP 47). `en` if left out. Shopify reports it itself.", examples: ["de"] }),
  time_zone: z
    .optional(ShortText)
    .meta({ description: "Time zone as an IANA name. `UTC` if left out. Shopify reports it itself.", examples: ["UTC"] }),
  plan: z.optional(PlanCode).meta({ description: "Plan. `premium` if left out." }),
  storefront: z
    .discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("shopify"),
        shop: z.optional(ShortText).meta({ description: "Myshopify.com domain of the shop. `domain` if left out." }),
        access_token: ShortText.meta({ description: "Access token of a custom app for the Admin API." }),
      }),
      z.strictObject({
        kind: z.literal("csv"),
        csv: z.string().min(1).meta({ description: "Product export, as a string." }),
        file_name: z.optional(ExportFileName),
        translations: z
          .optional(z.string().min(1))
          .meta({ description: "Shopify's translation export, as a string. It's used for feeds in other languages." }),
      }),
    ])
    .meta({
      description: "Source of the catalog.",
      examples: [{ kind: "csv", csv: "Handle,Title,Variant SKU,Variant Price\nwool-scarf,Wool scarf,hh-1,12.90\n" }],
    }),
});
type InstallBody = z.output<typeof InstallBody>;
type Call = AdminChange & Refuse<"invalid_param" | "shop_exists">;

export const installAdminShop = adminWrite({
  name: "admin.install_shop",
  title: "Install a shop",
  summary: "Installs a shop and starts its first extract.",
  description:
    "The service asks the platform, or reads the export, before it installs anything, so you learn of a wrong token or file immediately. `merchant_key` is returned only in this response. An export can have up to 10 MiB here; `feedwright shop add --csv` takes larger ones.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/shops", status: 201 },
  body: InstallBody,
  upload: { bytesMax: EXPORT_BYTES_MAX, forms: {} },
  output: dataOf(InstalledShopShape),
  example: { body: { domain: "linen-and-oak.example", currency: "EUR", country: "IE", time_zone: "Europe/Dublin" } },
  errors: ["invalid_param", "shop_exists"],
  audit: "shop.installed",
  secrets: ["access_token", "csv", "translations", "merchant_key"],
  mcp: OPERATORS_ONLY,
  async prepare(call, { body }) {
    const access = accessOf(body);
    if (access === undefined) return undefined;
    try {
      return await introducedInstallation(call, { access, told: body }, AbortSignal.timeout(ASK_DEADLINE_MS));
    } catch (error) {
      if (error instanceof PlainError && !(error instanceof RequestError)) return { refusal: error };
      throw error;
    }
  },
  undo: async (_call, prepared) => (prepared !== undefined && "introduction" in prepared ? prepared.introduction.undo() : undefined),
  async run(call, { body, prepared = refuseNameless(call) }) {
    const faults = toldFaults(body);
    if ("refusal" in prepared) {
      const param = body.storefront.kind === "csv" && body.storefront.translations === undefined ? "/storefront/csv" : "/storefront";
      return refuseAs(call, prepared.refusal, [{ param, code: "invalid_param", message: prepared.refusal.message }, ...faults]);
    }
    if (faults.length > 0) return call.fail("invalid_param", faults[0]?.message, faults);
    const { wanted, introduction } = prepared;
    return { data: { ...(await installed(call, { ...wanted, plan: body.plan })), missing: introduction.missing } };
  },
});

/** Undefined where nothing says which shop it is. */
function accessOf({ domain, storefront }: InstallBody): ShopAccess | undefined {
  if (storefront.kind === "csv") {
    const { csv, file_name: name, translations } = storefront;
    return { kind: "csv", products: { text: csv, name }, translations: translations === undefined ? null : { text: translations } };
  }
  const shop = storefront.shop ?? domain;
  return shop === undefined ? undefined : { kind: "shopify", shop, token: storefront.access_token };
}

function refuseNameless(call: Call): never {
  const message = "Set `storefront.shop` to the shop's myshopify.com domain.";
  return call.fail("invalid_param", message, [{ param: "/storefront/shop", code: "missing_param", message }]);
}

/** What can be said without the platform or the export, so that it is told together with what is wrong with those. */
function toldFaults({ domain, storefront, ...told }: InstallBody): readonly ErrorDetail[] {
  // Shopify tells domain and currency itself; what is wrong with the country is found when the shop is installed.
  if (storefront.kind === "shopify") return [];
  const faults = installationFaults({ ...installationOfExport({ ...told, domain }), storefront: storefront.kind });
  if (domain !== undefined) return faults;
  const message = "`domain` is required, because an export doesn't name its shop.";
  return [{ param: "/domain", code: "missing_param", message }, ...faults.filter(({ param }) => param !== "/domain")];
}

async function installed(call: Call, wanted: ShopInstallation) {
  const boundary = { openShop: (_db: AdminChange["db"], id: Parameters<AdminChange["openShop"]>[0]) => call.openShop(id) };
  const made = await installShop(call, call.db, wanted, boundary).catch((error: unknown) => {
    if (error instanceof RequestError || !(error instanceof PlainError)) throw error;
    return refuseAs(call, error, installationFaults(wanted));
  });
  const view = await findShopView(call.openShop(made.shopId));
  if (view === undefined) throw new Error("a shop that was just installed is not there");
  call.concern(made.shopId);
  return { ...adminShopAnswer(view, call), merchant_key: made.merchantKey, extract_id: formatId("ext", made.extractId) };
}

/** What is wrong with a shop is told as the command line tells it. */
function refuseAs(call: Call, { code, message }: PlainError, details: readonly ErrorDetail[]): never {
  return call.fail(code === "shop_exists" ? "shop_exists" : "invalid_param", message, details);
}
