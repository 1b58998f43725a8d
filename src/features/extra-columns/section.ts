import { z } from "zod";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { describeItems, defineDocumentSection, revertList, sectionFaults } from "../definitions/index.ts";
import { ExtraColumnsChange } from "./extra-column-shapes.ts";
import { storeExtraColumns } from "./extra-columns-queries.ts";

const Names = z.array(z.string());

export const extraColumnsSection = defineDocumentSection<readonly string[], typeof Names>({
  name: "extra_columns",
  parts: ["extra column", "extra columns"],
  summarisedBy: "count",
  listedMax: Infinity,
  shape: Names,
  written: { type: "array", items: "string", description: "All extra columns, in order." },
  startsRun: false,
  declaresNames: true,
  bounds: [],
  same: ({ before, after }) => before.join() === after.join(),
  load: async (_shop, { extra_columns: names }) => names,
  loadVersion: async (_shop, { extra_columns: names }) => names,
  show: (names) => [...names],
  read(written, { before }) {
    const parsed = ExtraColumnsChange.safeParse({ extra_columns: written }, PLAINLY);
    if (!parsed.success) return { value: before, faults: sectionFaults(parsed.error, ""), patterns: [] };
    return { value: parsed.data.extra_columns, faults: [], patterns: [] };
  },
  describe: (change) => describeItems("extra_columns", change),
  revert: (states) =>
    revertList(states, { key: (name) => name, named: (name) => `extra column ${name}`, order: "order of the extra columns" }),
  draft: (draft, { after }) => ({ ...draft, feed: { ...draft.feed, extra_columns: [...after] } }),
  store: ({ shop }, { feedId, after }) => storeExtraColumns(shop, feedId, after),
  events: async () => undefined,
});
