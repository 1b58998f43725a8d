import { adminSchema, scopesOf } from "../shopify-schema/admin-schema.ts";
import { BULK_DOCUMENTS, type CatalogPart } from "./bulk-documents.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { TRANSLATION_SCOPE } from "./wanted-translations.ts";

/** The parts of a catalog beside the core, and what each needs to be asked. */
const OPTIONAL_PARTS = ["metafields", "inventory", "publications"] as const satisfies readonly CatalogPart[];

/** What has to be asked directly, too, to read a part. */
const ASKED_FOR: Readonly<Partial<Record<CatalogPart, string>>> = {
  inventory: DIRECT_DOCUMENTS.locations,
  publications: DIRECT_DOCUMENTS.publications,
};

export interface CatalogParts {
  readonly parts: readonly CatalogPart[];
  /** Scopes that would bring what cannot be read now; `read_products` where it is the core. */
  readonly missingScopes: readonly string[];
}

/** Which parts an access token may read. The core is always asked for: a token that may not read products fails with that reason. */
export function readableParts(granted: ReadonlySet<string>): CatalogParts {
  const schema = adminSchema();
  const missing = new Set<string>();
  const lackingFor = (documents: readonly string[]): number => {
    const lacking = documents
      .flatMap((document) => scopesOf(schema, document))
      .filter((anyOf) => !anyOf.some((scope) => granted.has(scope)));
    for (const [first] of lacking) if (first !== undefined) missing.add(first);
    return lacking.length;
  };
  lackingFor([BULK_DOCUMENTS.core]);
  const parts = OPTIONAL_PARTS.filter((part) => {
    const asked = ASKED_FOR[part];
    return lackingFor([BULK_DOCUMENTS[part], ...(asked === undefined ? [] : [asked])]) === 0;
  });
  return { parts: ["core", ...parts], missingScopes: [...missing].toSorted() };
}

/** What an installation has to ask a merchant for, so that every document of ours is answered: one scope of each group, the narrowest. */
export function scopesToAsk(): readonly string[] {
  const schema = adminSchema();
  const groups = [...Object.values(BULK_DOCUMENTS), ...Object.values(DIRECT_DOCUMENTS)].flatMap((document) => scopesOf(schema, document));
  const asked = new Set([TRANSLATION_SCOPE]);
  // Groups of one first: what they force may serve the others too.
  for (const group of groups.toSorted((one, other) => one.length - other.length)) {
    const [first] = group;
    if (first !== undefined && !group.some((scope) => asked.has(scope))) asked.add(first);
  }
  return [...asked].toSorted();
}
