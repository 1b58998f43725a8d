import type { Samples } from "./sample.ts";
import { type Belongings, NOBODY, type Scene } from "./scene.ts";

/** Channels are everybody's, so only nobody's slug is none. */
const slug = ({ shop }: Belongings) => ({ slug: shop === NOBODY.shop ? "nowhere" : "google" });
const ofFeed = (of: Belongings) => ({ feed_id: of.feed, ...slug(of) });

const CODE = "missing_image_link";

/** One that is taken off is assigned again for whoever comes next. */
const assignedAgain = ({ ask, own }: Scene) => ask(own.merchantKey, "PUT", `/feeds/${own.market}/channels/google`, {});

async function muted({ ask, own, fresh }: Scene) {
  const route = `/feeds/${own.feed}/channels/google/findings/mutes`;
  const made = await ask(own.merchantKey, "POST", route, { code: CODE, row_id: rowOf({ fresh }) });
  return { ...ofFeed(own), id: String(made.data["id"]) };
}

/** Another one each time: the same mute is refused. */
const rowOf = ({ fresh }: Pick<Scene, "fresh">) => fresh("").padStart(6, "7");

export const CHANNEL_SAMPLES: Samples = {
  "channels.list": {},
  "channels.get": { path: slug },
  "channels.attributes": { path: slug },
  "feed_channels.list": { path: ({ feed }) => ({ feed_id: feed }) },
  "feed_channels.get": { path: ofFeed },
  "feed_channels.assign": { path: ofFeed, body: ({ fresh }) => ({ settings: { feed_label: fresh("L") } }) },
  "feed_channels.remove": { path: (of) => ({ feed_id: of.market, ...slug(of) }), after: assignedAgain },
  "findings.list": { path: ofFeed },
  "findings.list_errors": { path: ofFeed },
  "findings.list_warnings": { path: ofFeed },
  "findings.rows": { path: (of) => ({ ...ofFeed(of), code: of.shop === NOBODY.shop ? "nothing" : CODE }) },
  "findings.export": { path: ofFeed },
  "finding_mutes.list": { path: ofFeed },
  "finding_mutes.create": { path: ofFeed, body: (scene) => ({ code: CODE, row_id: rowOf(scene) }) },
  "finding_mutes.delete": { path: (of) => ({ ...ofFeed(of), id: of.mute }), fresh: muted },
};
