import { z } from "zod";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { withoutNulls } from "../../kernel/without-nulls.ts";
import { describeMembers, defineDocumentSection, revertMembers, sectionFaults } from "../definitions/index.ts";
import { storeSettings } from "./settings-queries.ts";
import { FeedSettingsChange, FeedSettingsShape, sameSettings, settingsAnswer, settingsToStore } from "./settings-shapes.ts";

/** As they are stored: what was never set isn't there. */
export type StoredSettings = Readonly<Record<string, unknown>>;

const { object: _object, ...shape } = FeedSettingsShape.shape;
const SettingsShape = z.strictObject(shape).meta({ description: "Settings, as `GET /feeds/{feed_id}/settings` shows them." });

export const settingsSection = defineDocumentSection<StoredSettings, typeof SettingsShape>({
  name: "settings",
  parts: ["setting", "settings"],
  summarisedBy: "count",
  listedMax: Infinity,
  shape: SettingsShape,
  written: { type: "object", description: "All settings. Settings you don't name get their defaults." },
  startsRun: true,
  declaresNames: true,
  bounds: [],
  same: ({ before, after }) => sameSettings(before, after),
  load: async (_shop, { settings }) => settings,
  loadVersion: async (_shop, { settings }) => settings,
  show: shown,
  read(written, { before }) {
    const parsed = FeedSettingsChange.safeParse(withoutNulls(FeedSettingsChange, written), PLAINLY);
    if (!parsed.success) return { value: before, faults: sectionFaults(parsed.error, "/settings"), patterns: [] };
    return { value: settingsToStore(parsed.data), faults: [], patterns: [] };
  },
  describe: ({ before, after }) => describeMembers("settings", { before: shown(before), after: shown(after) }),
  revert: (states) => revertMembers("setting", states),
  draft: (draft, { after: settings }) => ({ ...draft, feed: { ...draft.feed, settings } }),
  store: ({ shop }, { feedId, after }) => storeSettings(shop, feedId, after),
  events: async () => undefined,
});

function shown(stored: StoredSettings): z.input<typeof SettingsShape> {
  const { object: _named, ...settings } = settingsAnswer(stored);
  return settings;
}
