import { grantContext, verifierContext } from "../../features/channel-connections/index.ts";
import { shopifyGrantContext } from "../../features/shopify-grants/index.ts";
import { secretContext } from "../../features/webhooks/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { tokenContext } from "../../storefronts/shopify/shopify-config.ts";

/**
 * Everything that is sealed with `SECRETS_KEY` and kept. What clients' own keys seal (stored answers) isn't among it. An architecture test
 * looks for sealed columns that are missing here.
 */

export interface SealedColumn {
  /** As a person knows it, in the plural. */
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** Orders the rows. */
  readonly key: { readonly column: string; readonly type: "bigint" | "text" };
  /** SQL of the sealed text, and of the column with `$1` in its place. */
  readonly value: string;
  readonly replaced: string;
  /** SQL of what `contextOf` reads. */
  readonly context: readonly string[];
  readonly contextOf: (row: readonly string[]) => string;
}

type Plain = Pick<SealedColumn, "what" | "table" | "column" | "context" | "contextOf"> & Partial<SealedColumn>;

const ID = { column: "id", type: "bigint" } as const;
const shopOf = (text = ""): ReturnType<typeof storedId<"shop">> => storedId("shop", Number(text));

function sealed(spec: Plain): SealedColumn {
  return { key: ID, value: spec.column, replaced: "$1::text", ...spec };
}

/** The token is a member of a document. */
function token(table: "shops" | "extracts", what: string): SealedColumn {
  const [value, replaced] = ["storefront_config ->> 'token'", "jsonb_set(storefront_config, '{token}', to_jsonb($1::text))"];
  const contextOf = ([origin = ""]: readonly string[]): string => tokenContext(origin);
  return sealed({ what, table, column: "storefront_config", value, replaced, context: ["storefront_config ->> 'origin'"], contextOf });
}

const webhookSecret = (column: "secret" | "secret_previous", what: string): SealedColumn =>
  sealed({ what, table: "webhooks", column, context: ["id"], contextOf: ([id]) => secretContext(storedId("wh", Number(id))) });

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  token("shops", "access tokens of custom apps"),
  token("extracts", "access tokens that extracts brought"),
  sealed({
    what: "grants of Shopify",
    table: "shopify_grants",
    column: "grant_sealed",
    key: { column: "shop_id", type: "bigint" },
    context: ["shop_id"],
    contextOf: ([shop]) => shopifyGrantContext(shopOf(shop)),
  }),
  sealed({
    what: "grants of channels",
    table: "channel_connections",
    column: "grant_sealed",
    context: ["shop_id", "channel"],
    contextOf: ([shop, channel = ""]) => grantContext(shopOf(shop), channel),
  }),
  sealed({
    what: "sign-ins to channels under way",
    table: "sign_in_states",
    column: "verifier_sealed",
    key: { column: "state_hash", type: "text" },
    context: ["shop_id", "channel"],
    contextOf: ([shop, channel = ""]) => verifierContext(shopOf(shop), channel),
  }),
  webhookSecret("secret", "secrets of webhooks"),
  webhookSecret("secret_previous", "previous secrets of webhooks"),
];
