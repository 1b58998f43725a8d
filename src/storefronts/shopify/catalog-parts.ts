import { adminSchema, scopesOf } from "../shopify-schema/admin-schema.ts";
import { BULK_DOCUMENTS, type CatalogPart } from "./bulk-documents.ts";
import { keysOf } from "../../kernel/unsafe.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { REFERENCE_DOCUMENTS } from "./reference-documents.ts";
import type { ReferenceKind } from "./metafield-references.ts";
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

/** Of what metafields point at and an access token may not read: the scope that would allow it. */
export function hiddenReferences(granted: ReadonlySet<string>): ReadonlyMap<ReferenceKind, string> {
  const schema = adminSchema();
  const hidden = new Map<ReferenceKind, string>();
  for (const kind of keysOf<ReferenceKind>(REFERENCE_DOCUMENTS)) {
    const lacking = scopesOf(schema, REFERENCE_DOCUMENTS[kind]).find((anyOf) => !anyOf.some((scope) => granted.has(scope)));
    if (lacking?.[0] !== undefined) hidden.set(kind, lacking[0]);
  }
  return hidden;
}

/** What category metafields are read with, in which shops keep colours, sizes and materials. */
const METAOBJECT_SCOPE = "read_metaobjects";

/** What an installation has to ask a merchant for, so that every document of ours is answered: one scope of each group, the narrowest. */
export function scopesToAsk(): readonly string[] {
  const schema = adminSchema();
  const groups = [...Object.values(BULK_DOCUMENTS), ...Object.values(DIRECT_DOCUMENTS)].flatMap((document) => scopesOf(schema, document));
  const asked = new Set([TRANSLATION_SCOPE, METAOBJECT_SCOPE]);
  // Groups of one first: what they force may serve the others too.
  for (const group of groups.toSorted((one, other) => one.length - other.length)) {
    const [first] = group;
    if (first !== undefined && !group.some((scope) => asked.has(scope))) asked.add(first);
  }
  return [...asked].toSorted();
}
