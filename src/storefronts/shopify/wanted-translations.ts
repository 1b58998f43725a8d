import { z } from "zod";
import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import { languageCode } from "../../kernel/language-code.ts";
import { PlainError, plainFault } from "../../kernel/errors.ts";
import { adminSchema, scopesOf } from "../shopify-schema/admin-schema.ts";
import type { LeftOutPart, ShopLanguages, TranslatedLocale } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { optionalQuery, type PartQuery } from "./part-query.ts";
import type { ShopContext } from "./shop-context.ts";
import { type LabelDocuments, labelDocuments, translationsDocument } from "./translations-document.ts";

/** What texts of other languages are read with. No field of theirs asks for it. */
export const TRANSLATION_SCOPE = "read_translations";

export interface WantedTranslations {
  /** Null where there is nothing to ask for. */
  readonly query: PartQuery | null;
  /** Ask in the same locales for the names of what metafields point at. */
  readonly labels: LabelDocuments | null;
  /** As feeds name them, in the order of the documents' aliases. */
  readonly locales: readonly string[];
  readonly leftOut: readonly LeftOutPart[];
  /** A scope that would bring what is left out. */
  readonly missingScope: string | null;
}

interface Wanted {
  readonly wanted: readonly string[];
  readonly scopes: ReadonlySet<string>;
  /** Null: the access does not tell. */
  readonly languages: ShopLanguages | null;
  readonly metafields: readonly MetafieldIdentity[] | null;
}

/** What has to be asked for to have the wanted languages. The shop is asked for them in the codes that it writes itself. */
export function wantedTranslations({ wanted, scopes, languages, metafields }: Wanted): WantedTranslations {
  const leaveOut = (codes: readonly string[], reason: (code: string) => string): readonly LeftOutPart[] =>
    codes.map((code) => ({ kind: "locale", code, reason: reason(code) }));
  const written = new Map(languages?.published.map((code) => [languageCode(code) ?? code, code]));
  const isPublished = (code: string): boolean => languages === null || written.has(code);
  const unpublished = leaveOut(wanted.filter((code) => !isPublished(code)), (code) => `The shop no longer publishes ${code}.`); // prettier-ignore
  const locales = wanted.filter(isPublished);
  if (locales.length === 0) return { query: null, labels: null, locales, leftOut: unpublished, missingScope: null };
  const ofVariants = metafields === null || metafields.some(({ level }) => level === "variant");
  const codes = locales.map((code) => written.get(code) ?? code);
  const document = translationsDocument(codes, { ofVariants });
  const missing = missingScope(document, scopes);
  if (missing === undefined)
    return {
      query: optionalQuery("translations", document),
      labels: labelDocuments(codes),
      locales,
      leftOut: unpublished,
      missingScope: null,
    };
  const reason = `The app doesn't have permission to read the shop's translations. Grant it the Admin API scope ${missing} in the shop's admin, then run a full extract.`;
  return { query: null, labels: null, locales: [], leftOut: [...unpublished, ...leaveOut(locales, () => reason)], missingScope: missing };
}

function missingScope(document: string, granted: ReadonlySet<string>): string | undefined {
  const groups = [[TRANSLATION_SCOPE], ...scopesOf(adminSchema(), document)];
  return groups.find((anyOf) => !anyOf.some((scope) => granted.has(scope)))?.[0];
}

const RootUrlsAnswer = z.object({
  marketsResolvedValues: z.object({
    webPresences: z.object({ nodes: z.array(z.object({ rootUrls: z.array(z.object({ locale: z.string(), url: z.string() })) })) }),
  }),
});

interface Exported {
  readonly shop: ShopContext;
  /** Exports that didn't go well. */
  readonly failed: ReadonlyMap<PartQuery, PlainError>;
}

interface ToldTranslations {
  readonly translations: readonly TranslatedLocale[];
  readonly leftOut: readonly LeftOutPart[];
}

/** The languages that are here and those that aren't, once the export has ended. Without addresses every link would lead to another language. */
export async function toldTranslations(
  client: AdminClient,
  { query, locales, leftOut }: WantedTranslations,
  { shop, failed }: Exported,
): Promise<ToldTranslations> {
  if (locales.length === 0) return { translations: [], leftOut };
  const fault = query === null ? undefined : failed.get(query);
  const roots = fault ?? (await askRootUrls(client, shop).catch(plainFault));
  if (roots instanceof PlainError)
    return {
      translations: [],
      leftOut: [...leftOut, ...locales.map((code): LeftOutPart => ({ kind: "locale", code, reason: roots.message }))],
    };
  return { translations: locales.map((locale) => ({ locale, rootUrl: roots.get(locale) ?? shop.storeUrl })), leftOut };
}

/** Where customers of the shop's own country find it in each language, by canonical code. Empty where the access does not tell. */
async function askRootUrls(client: AdminClient, { country, scopes }: ShopContext): Promise<ReadonlyMap<string, string>> {
  if (country === null || !scopes.has("read_markets")) return new Map();
  const { marketsResolvedValues: resolved } = await client.ask(DIRECT_DOCUMENTS.rootUrls, { country }, RootUrlsAnswer);
  const roots = new Map<string, string>();
  // The presences come in the order in which they count.
  for (const { locale, url } of resolved.webPresences.nodes.flatMap(({ rootUrls }) => rootUrls)) {
    const code = languageCode(locale) ?? locale;
    if (!roots.has(code)) roots.set(code, url.replace(/\/+$/, ""));
  }
  return roots;
}
