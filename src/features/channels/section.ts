import { isDeepStrictEqual } from "node:util";
import { deleteAssignment, markRegistrationsDue, upsertAssignment } from "../channel-files/index.ts";
import { defineEditedSection } from "../definitions/index.ts";

/** One channel of a feed. */
export interface Assignment {
  readonly slug: string;
  /** With their defaults; null where the channel isn't assigned. */
  readonly settings: object | null;
}

/** Channels decide what a run makes, but they're no part of the definition that versions keep. */
export const channelsSection = defineEditedSection<Assignment>({
  name: "channels",
  kept: "none",
  startsRun: true,
  bounds: [],
  same: ({ before, after }) => isDeepStrictEqual(before.settings, after.settings),
  async store({ shop }, { feedId, after: { slug, settings } }) {
    if (settings === null) await deleteAssignment(shop, feedId, slug);
    else await upsertAssignment(shop, { feedId, slug, settings });
    await markRegistrationsDue(shop, { feedId, channel: slug });
  },
  events: async () => undefined,
});
