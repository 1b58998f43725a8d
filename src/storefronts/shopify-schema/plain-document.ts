import { type FieldNode, Kind, parse, print, type SelectionNode, type SelectionSetNode } from "graphql";

/**
 * A bulk document as an ordinary query for some objects by their ids. The fields are the same, so what reads a bulk operation's lines reads
 * these answers too; a connection asks for a page and where the next one begins.
 */
export interface PlainDocument {
  /** Takes `$ids`. */
  readonly document: string;
  /** Of the objects asked for: `Product`, `ProductVariant`. */
  readonly type: string;
  readonly lists: readonly NestedList[];
  /** Ids that fit into one query's points. */
  readonly idsAtOnce: number;
}

/** A connection within an object. */
export interface NestedList {
  /** Fields from the object to the connection. */
  readonly path: readonly string[];
  /** Asks for a further page of one object's: `$ids`, `$after`. */
  readonly more: string;
  readonly lists: readonly NestedList[];
}

/** The roots of bulk documents and the connections whose objects have connections themselves. */
const TYPES: Readonly<Record<string, string>> = { products: "Product", productVariants: "ProductVariant", variants: "ProductVariant" };

/** First page of each connection: as large as most have it, because a page is charged by its size. */
const PAGES: Readonly<Record<string, number>> = {
  variants: 100,
  metafields: 50,
  media: 20,
  collections: 50,
  inventoryLevels: 10,
  resourcePublicationsV2: 20,
};
const PAGE_DEFAULT = 50;
const PAGE_MAX = 250;
/** Of a variant, which has one picture of its own at most almost always. */
const VARIANT_MEDIA = 3;

/** Shopify refuses a query that may cost 1,000 points; ours stay below by a margin, because how it counts isn't published. */
const COST_MAX = 800;
const IDS_MAX = 100;

export function plainDocument(bulk: string): PlainDocument {
  const [operation] = parse(bulk, { noLocation: true }).definitions;
  const root = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections[0] : undefined;
  if (root?.kind !== Kind.FIELD) throw new TypeError("a bulk document asks for one connection");
  const type = TYPES[root.name.value] ?? "";
  const { selections, lists } = objectOf(nodeOf(root), type);
  const found = print(selections);
  const idsAtOnce = Math.max(1, Math.min(IDS_MAX, Math.floor(COST_MAX / (1 + costOf(selections)))));
  return { document: `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} ${found} } }`, type, lists, idsAtOnce };
}

interface Rewritten {
  readonly selections: SelectionSetNode;
  readonly lists: readonly NestedList[];
}

/** The fields of an object, its connections paged. */
function objectOf(selections: SelectionSetNode, type: string, above: readonly string[] = []): Rewritten {
  const lists: NestedList[] = [];
  const rewritten = selections.selections.map((selection): SelectionNode => {
    if (selection.kind !== Kind.FIELD || selection.selectionSet === undefined) return selection;
    const path = [...above, selection.name.value];
    if (!isConnection(selection)) {
      const inside = objectOf(selection.selectionSet, type, path);
      lists.push(...inside.lists);
      return { ...selection, selectionSet: inside.selections };
    }
    const inside = objectOf(nodeOf(selection), TYPES[selection.name.value] ?? "");
    lists.push({ path, lists: inside.lists, more: furtherPage(type, path, pageOf(selection, inside.selections, "$after")) });
    return pageOf(selection, inside.selections, pageSize(type, selection));
  });
  return { selections: { ...selections, selections: rewritten }, lists };
}

function isConnection(field: FieldNode): boolean {
  return field.selectionSet?.selections.some((one) => one.kind === Kind.FIELD && one.name.value === "edges") ?? false;
}

function nodeOf(connection: FieldNode): SelectionSetNode {
  const [edges] = connection.selectionSet?.selections ?? [];
  const [node] = edges?.kind === Kind.FIELD ? (edges.selectionSet?.selections ?? []) : [];
  if (node?.kind !== Kind.FIELD || node.selectionSet === undefined) throw new TypeError("a bulk document asks for edges and their nodes");
  return node.selectionSet;
}

function pageSize(type: string, { name: { value: called } }: FieldNode): number {
  return type === "ProductVariant" && called === "media" ? VARIANT_MEDIA : (PAGES[called] ?? PAGE_DEFAULT);
}

/** `size`: of the first page; `$after` makes it a further one, as large as Shopify has them where nothing is nested in it. */
function pageOf(connection: FieldNode, selections: SelectionSetNode, size: number | "$after"): FieldNode {
  const isNested = selections.selections.some((one) => one.kind === Kind.FIELD && isConnection(one));
  const page = size === "$after" ? `(first: ${isNested ? PAGES["variants"] : PAGE_MAX}, after: $after)` : `(first: ${size})`;
  const text = `{ page${page} { edges { node ${print(selections)} } pageInfo { hasNextPage endCursor } } }`;
  const [made] = parse(text, { noLocation: true }).definitions;
  const field = made?.kind === Kind.OPERATION_DEFINITION ? made.selectionSet.selections[0] : undefined;
  if (field?.kind !== Kind.FIELD) throw new TypeError("a page is a field");
  return { ...field, name: connection.name, arguments: [...(connection.arguments ?? []), ...(field.arguments ?? [])] };
}

function furtherPage(type: string, path: readonly string[], page: FieldNode): string {
  const nested = path.slice(0, -1).reduceRight((inside, field) => `${field} { ${inside} }`, print(page));
  return `query ($ids: [ID!]!, $after: String) { nodes(ids: $ids) { ... on ${type} { id ${nested} } } }`;
}

/** Points of an object, its own not counted, as recorded answers give them: 1 for an object, and a page is charged by the logarithm of its size. */
function costOf({ selections }: SelectionSetNode): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD || selection.selectionSet === undefined) return sum;
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOf(selection.selectionSet);
    const first = selection.arguments?.find(({ name }) => name.value === "first")?.value;
    if (first?.kind !== Kind.INT) return sum + 1 + costOf(selection.selectionSet);
    return sum + 2 + Math.ceil(1 + Math.log2(Number(first.value))) * Math.max(1, costOf(nodeOf(selection)));
  }, 0);
}
