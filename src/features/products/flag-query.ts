import { z } from "zod";

/** `true` or `false` in a query. */
export const Flag = z
  .enum(["true", "false"], 'must be "true" or "false"')
  .transform((text) => text === "true")
  .pipe(z.boolean());
