import { z } from "zod";

/** Apart from `money.ts`, because threads that read catalogs start sooner without a library for shapes. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 currency code such as USD");
