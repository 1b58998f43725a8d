import { defineEvent } from "../events/index.ts";
import { ProductShape } from "./product-shapes.ts";

/** As the primary feed has the product: `excluded` and `condition` are of that feed's live run. */
export const productUpdated = defineEvent({ name: "product.updated", data: ProductShape, example: { has_overrides: true } });
