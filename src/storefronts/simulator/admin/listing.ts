import type { SearchNote } from "./search-filter.ts";

/** Where an item stands in its list; the id decides between equals. */
export interface Place {
  readonly id: number;
  readonly value: string | number;
}

/** Short lists are there at once; long ones give way to other requests now and then. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

export interface ListingOptions<Item> {
  /** Everything in its order, or at least everything behind a place. */
  readonly items: (after?: Place) => Items<Item>;
  placeOf(item: Item): Place;
  readonly descending?: boolean;
  readonly note?: SearchNote | null;
}

/** What a connection is of, before anybody asked for a page: a bulk operation takes it whole. */
export class Listing<Item = unknown> {
  private readonly options: ListingOptions<Item>;

  constructor(options: ListingOptions<Item>) {
    this.options = options;
  }

  items(after?: Place): Items<Item> {
    return this.options.items(after);
  }

  /** Of a list within an object, which is short. */
  itemsAtOnce(): Iterable<Item> {
    const items = this.options.items();
    if (Symbol.iterator in items) return items;
    throw new TypeError("A list within an object is there at once.");
  }

  placeOf(item: Item): Place {
    return this.options.placeOf(item);
  }

  get note(): SearchNote | null {
    return this.options.note ?? null;
  }

  isBehind(item: Item, after: Place): boolean {
    const order = compared(this.options.placeOf(item), after);
    return this.options.descending === true ? order < 0 : order > 0;
  }
}

export function compared(left: Place, right: Place): number {
  if (left.value === right.value) return left.id - right.id;
  return left.value < right.value ? -1 : 1;
}

/** A short list that is there already, such as the media of a product, in its order or backwards. */
export function listed<Item>(items: readonly Item[], idOf: (item: Item) => number, reverse: unknown): Listing<Item> {
  const places = new Map(items.map((item, value) => [item, { id: idOf(item), value }]));
  const descending = reverse === true;
  const ordered = descending ? items.toReversed() : items;
  return new Listing({ items: () => ordered, placeOf: (item) => places.get(item) ?? { id: 0, value: 0 }, descending });
}
