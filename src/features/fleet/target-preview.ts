import { z } from "zod";
import type { RequestError } from "../../kernel/errors.ts";

const count = z.int().min(0);

/** What a change would do to one shop's feed, as far as it's known before. */
export const TargetPreview = z
  .strictObject({
    rows_before: count.nullable().meta({ description: "Rows in the file being served." }),
    rows_after: count.nullable().meta({ description: "Rows the file would have." }),
    changed: count.nullable().meta({ description: "Rows that stay in the feed with different values." }),
    newly_excluded: count.nullable(),
    newly_included: count.nullable(),
    findings_cleared: count.nullable().meta({ description: "Findings of rows that would go. Null if they couldn't be computed in time." }),
    findings_caused: count.nullable().meta({ description: "Findings of rows that would come." }),
    changes: z
      .array(z.string())
      .meta({ description: "What changes in the feed's configuration, if a document is applied.", examples: [["Add rule 3."]] }),
    samples: z
      .array(
        z.strictObject({
          title: z.string().meta({ examples: ["Wool scarf"] }),
          field: z.string().meta({ examples: ["brand"] }),
          before: z.string().meta({ examples: ["harbour"] }),
          after: z.string().meta({ examples: ["Harbour & Hazel"] }),
        }),
      )
      .meta({ description: "A few values that would change." }),
    nothing: z
      .string()
      .nullable()
      .meta({ description: "Why there is nothing to do in the shop; it will be skipped.", examples: ["No run is held."] }),
    error: z
      .strictObject({
        code: z.string().meta({ examples: ["unknown_source_column"] }),
        message: z.string().meta({ examples: ["The feed has no source column fabric."] }),
      })
      .nullable()
      .meta({ description: "Why the change can't be made in the shop; it will be skipped." }),
  })
  .meta({ id: "FleetPreview" });
export type TargetPreview = z.output<typeof TargetPreview>;

const UNKNOWN: TargetPreview = {
  rows_before: null,
  rows_after: null,
  changed: null,
  newly_excluded: null,
  newly_included: null,
  findings_cleared: null,
  findings_caused: null,
  changes: [],
  samples: [],
  nothing: null,
  error: null,
};

export const nothingPreview = (nothing: string): TargetPreview => ({ ...UNKNOWN, nothing });
export const errorPreview = ({ code, message }: RequestError): TargetPreview => ({ ...UNKNOWN, error: { code, message } });
/** Of work whose outcome nobody knows before, and of a held run whose rows are counted. */
export const plainPreview = (before: number | null, after: number | null = null): TargetPreview => ({
  ...UNKNOWN,
  rows_before: before,
  rows_after: after,
});

const Effect = z.object({
  results: z.array(
    z.object({ product_title: z.string(), changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })) }),
  ),
  summary: z.object({ changed: count, newly_excluded: count, newly_included: count }),
  findings: z.array(z.object({ cleared: count, caused: count })).nullable(),
});
/** A plan of a configuration has its effect inside. */
const Answer = z.object({
  data: z.union([
    Effect,
    z.object({ changes: z.array(z.object({ section: z.string(), action: z.string(), summary: z.string() })), preview: Effect.nullable() }),
  ]),
});

const SAMPLES_MAX = 3;
const CHANGES_MAX = 20;
const SAMPLE_CHARACTERS_MAX = 200;

/** From the answer of an operation that previews itself. `before`: rows of the live run. */
export function previewFrom(answer: unknown, before: number | null): TargetPreview {
  const { data } = Answer.parse(answer);
  if (!("preview" in data)) return effectPreview(data, before);
  if (data.changes.length === 0) return nothingPreview("The feed is as the document says already.");
  const changes = data.changes.slice(0, CHANGES_MAX).map(({ section, action, summary }) => `${section}, ${action}: ${summary}`);
  return { ...(data.preview === null ? plainPreview(before) : effectPreview(data.preview, before)), changes };
}

function effectPreview({ results, summary, findings }: z.output<typeof Effect>, before: number | null): TargetPreview {
  const { changed, newly_excluded: out, newly_included: into } = summary;
  const sum = (of: "cleared" | "caused"): number | null => findings?.reduce((total, finding) => total + finding[of], 0) ?? null;
  return {
    ...UNKNOWN,
    rows_before: before,
    rows_after: before === null ? null : Math.max(0, before - out + into),
    changed,
    newly_excluded: out,
    newly_included: into,
    findings_cleared: sum("cleared"),
    findings_caused: sum("caused"),
    samples: results
      .flatMap(({ product_title: title, changes }) => changes.slice(0, 1).map((change) => ({ ...change, title })))
      .slice(0, SAMPLES_MAX)
      .map(({ title, field, before: was, after }) => ({ title: cut(title), field, before: cut(was), after: cut(after) })),
  };
}

const cut = (text: string): string => [...text].slice(0, SAMPLE_CHARACTERS_MAX).join("");
