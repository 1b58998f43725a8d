import type { ProductChange, ShopProduct } from "../catalog/product-change.ts";
import { LOCATIONS } from "../shop-facts.ts";
import type { WebhookDeliveries } from "./webhook-deliveries.ts";

/** What Shopify sends when something of the shop changes; the bodies are those of its REST API, shortened. */
export interface CatalogEvents {
  changed(before: ShopProduct | undefined, after: ShopProduct | undefined, change: ProductChange): void;
  added(product: ShopProduct): void;
  deleted(id: number): void;
  collection(topic: "update" | "delete", id: number, title: string): void;
}

export function createCatalogEvents({ emit }: Pick<WebhookDeliveries, "emit">): CatalogEvents {
  const ofProduct = (topic: string, product: ShopProduct): void => emit(topic, productBody(product));
  const stock = ({ variants }: ShopProduct): void => {
    for (const { inventoryItemId, quantity } of variants)
      for (const { id } of LOCATIONS)
        emit("inventory_levels/update", { inventory_item_id: inventoryItemId, location_id: id, available: quantity });
  };
  return {
    changed(before, after, change) {
      if (after === undefined) return;
      ofProduct("products/update", after);
      const quantities = change.quantity !== undefined || (change.variants ?? []).some(({ quantity }) => quantity !== undefined);
      if (quantities) stock(after);
      if (change.collections === undefined) return;
      const ids = new Set([...(before?.collections ?? []), ...after.collections].map(({ id }) => id));
      for (const id of ids) emit("collections/update", { id, admin_graphql_api_id: `gid://shopify/Collection/${id}` });
    },
    added: (product) => ofProduct("products/create", product),
    deleted: (id) => emit("products/delete", { id }),
    collection: (topic, id, title) =>
      emit(`collections/${topic}`, topic === "delete" ? { id } : { id, title, admin_graphql_api_id: `gid://shopify/Collection/${id}` }),
  };
}

function productBody(product: ShopProduct) {
  const { id, title, vendor, handle, status, tags, updatedAt, variants } = product;
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Product/${id}`,
    ...{ title, vendor, handle, status, tags: tags.join(", "), updated_at: updatedAt },
    variants: variants.slice(0, 100).map((variant) => ({
      id: variant.id,
      product_id: id,
      price: variant.price,
      sku: variant.sku,
      inventory_item_id: variant.inventoryItemId,
    })),
    variant_gids: variants.map((variant) => ({
      admin_graphql_api_id: `gid://shopify/ProductVariant/${variant.id}`,
      updated_at: variant.updatedAt,
    })),
  };
}
