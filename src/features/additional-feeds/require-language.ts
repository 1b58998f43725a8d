import type { Refuse } from "../../kernel/operation.ts";
import { namedInShort } from "../feeds/index.ts";
import type { ShopOfFeeds } from "./additional-feed-queries.ts";
import { languageCode } from "../../kernel/language-code.ts";
import { wrong } from "./written-members.ts";

/** The Admin API scope that translations are read with; an app that may write them may read them. */
const TRANSLATION_SCOPE = "read_translations";

type Call = Refuse<"translation_scope_missing" | "invalid_param">;

/** A language feed is made only where it would differ from the primary one: in a language that the shop publishes beside its own. */
export function requireLanguage(call: Call, { shop, locale }: Asked): void {
  const missing = missingScope(shop);
  if (missing !== undefined) call.fail("translation_scope_missing", missing, [wrong("feed_type", missing)]);
  const unpublished = unpublishedLocale(shop, locale);
  if (unpublished !== undefined) call.fail("invalid_param", unpublished, [wrong("locale", unpublished)]);
}

interface Asked {
  readonly shop: ShopOfFeeds;
  readonly locale: string;
}

/** Why translations of the shop cannot be read at all; undefined where they can. */
function missingScope({ storefront, access_scopes: scopes, languages }: ShopOfFeeds): string | undefined {
  if (storefront === "csv")
    return languages.length > 1
      ? undefined
      : "The shop's export has no translations. Add Shopify's translation export (Settings, Languages, Export) with: feedwright extract --translations FILE.";
  if (scopes === null)
    return "Feedwright's permissions for this shop aren't known until its next full extract. Run one or wait for it, then try again.";
  if (scopes.includes(TRANSLATION_SCOPE)) return undefined;
  return `The app doesn't have permission to read the shop's translations. Grant it the Admin API scope ${TRANSLATION_SCOPE} in the shop's admin, then run a full extract.`;
}

function unpublishedLocale({ primary_locale: primary, languages }: ShopOfFeeds, locale: string): string | undefined {
  const others = canonical(languages).filter((language) => language !== languageCode(primary));
  if (others.includes(locale)) return undefined;
  const available = others.length === 0 ? `${primary} is the only language the shop publishes.` : `Choose one of ${namedInShort(others)}.`;
  return locale === languageCode(primary)
    ? `The primary feed is already in ${locale}, the shop's primary language. ${available}`
    : `The shop doesn't publish ${locale}. ${available}`;
}

/** Platforms write codes in forms of their own. */
function canonical(codes: readonly string[]): readonly string[] {
  return codes.map((code) => languageCode(code) ?? code);
}
