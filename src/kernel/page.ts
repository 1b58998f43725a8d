import { z } from "zod";

/** A screenful. */
const PER_PAGE_DEFAULT = 25;
/** Bounds the work of one request. */
export const PER_PAGE_MAX = 100;
/** Past it an offset leaves the range the databases take; no shop has that many rows. */
const PAGE_MAX = 10_000_000;

const integerText = (min: number, max: number, fallback: number, description: string) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback)
    .meta({ description });

/** Query parameters of every paginated list. */
export const PageQuery = z.strictObject({
  page: integerText(1, PAGE_MAX, 1, "Page number, from 1."),
  per_page: integerText(1, PER_PAGE_MAX, PER_PAGE_DEFAULT, "Items per page."),
});

export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

export const PageMeta = z
  .strictObject({
    page: z.int().min(1).meta({ description: "Number of this page, from 1." }),
    per_page: z.int().min(1).max(PER_PAGE_MAX).meta({ description: "Items per page." }),
    total: z.int().min(0).meta({ description: "Total number of items." }),
    total_pages: z.int().min(0).meta({ description: "Total number of pages." }),
    has_more: z.boolean().meta({ description: "Whether there is another page." }),
  })
  .meta({ id: "PageMeta" });

export type PageMeta = z.infer<typeof PageMeta>;

export function pageMeta({ page, per_page }: PageRequest, total: number): PageMeta {
  const totalPages = Math.ceil(total / per_page);
  return { page, per_page, total, total_pages: totalPages, has_more: page < totalPages };
}

export function pageOffset({ page, per_page }: PageRequest): number {
  return (page - 1) * per_page;
}

/** The three envelopes of answers: one object, a bare list, a page of a list. */
export const dataOf = <T extends z.ZodType>(item: T) => z.strictObject({ data: item });
export const listOf = <T extends z.ZodType>(item: T) => z.strictObject({ data: z.array(item) });
export const pageOf = <T extends z.ZodType>(item: T) => z.strictObject({ data: z.array(item), meta: PageMeta });
