import { z } from "zod";

/** As file systems have them. */
const LENGTH_MAX = 255;

/** What the owner of an export calls its file: messages about the file begin with it. */
export const ExportFileName = z
  .string()
  .min(1)
  .max(LENGTH_MAX)
  .regex(/^[^/\\]*$/, "can't contain slashes")
  .refine((fileName) => !/\p{Cc}/u.test(fileName), "can't contain control characters")
  .meta({ description: "Name of the file, for messages about it.", examples: ["products_export.csv"] });
