import type { Catalog } from "../catalog/catalog.ts";
import type { ShopProduct } from "../catalog/product-change.ts";
import type { CatalogEvents } from "../webhooks/catalog-events.ts";
import type { ProductState } from "./product-state.ts";
import type { SimulatorControl } from "./simulator-control.ts";

type CatalogControl = Pick<
  SimulatorControl,
  | "product"
  | "changeProduct"
  | "deleteProduct"
  | "addProducts"
  | "collections"
  | "renameCollection"
  | "deleteCollection"
  | "metaobjects"
  | "renameMetaobject"
  | "deleteMetaobject"
  | "state"
>;

interface CatalogParts {
  readonly catalog: Catalog;
  readonly events: CatalogEvents;
  /** After each change. */
  readonly changed: () => void;
  readonly stateOf: (product: ShopProduct) => ProductState;
}

/** What a merchant would do to the catalog in Shopify's admin; whoever has subscribed is told of it. */
export function catalogControl({ catalog, events, changed, stateOf }: CatalogParts): CatalogControl {
  const found = (product: ShopProduct | undefined) => (product === undefined ? undefined : stateOf(product));
  const saved = <Result>(result: Result): Result => {
    changed();
    return result;
  };
  return {
    product: (number) => found(catalog.at(number)),
    changeProduct: (number, change) => {
      const before = catalog.at(number);
      const after = catalog.change(number, change);
      events.changed(before, after, change);
      changed();
      return found(after);
    },
    deleteProduct: (number) => {
      const before = catalog.at(number);
      const wasThere = catalog.remove(number);
      if (before !== undefined) events.deleted(before.id);
      changed();
      return wasThere;
    },
    addProducts: (count) => {
      const added = catalog.add(count);
      for (const product of added) events.added(product);
      changed();
      return added.map(stateOf);
    },
    collections: () => catalog.collections.list(),
    renameCollection: (id, title) => {
      const renamed = saved(catalog.collections.rename(id, title));
      if (renamed !== undefined) events.collection("update", id, title);
      return renamed;
    },
    deleteCollection: (id) => {
      const wasThere = saved(catalog.collections.remove(id));
      if (wasThere) events.collection("delete", id, "");
      return wasThere;
    },
    metaobjects: () => catalog.metaobjects.list(),
    renameMetaobject: (id, title) => saved(catalog.metaobjects.rename(id, title)),
    deleteMetaobject: (id) => saved(catalog.metaobjects.remove(id)),
    *state() {
      for (const product of catalog.products()) yield stateOf(product);
    },
  };
}
