import type { Sample, Samples } from "./sample.ts";
import { type Belongings, NOBODY, type Scene } from "./scene.ts";

/** Channels are everybody's, so only nobody's slug is none. */
const slug = ({ shop }: Belongings) => ({ slug: shop === NOBODY.shop ? "nowhere" : "google" });
const ofFeed = (of: Belongings) => ({ feed_id: of.feed, ...slug(of) });

/** The caller's feed with Google assigned; it changes nothing where it is already. */
async function assigned({ ask, own }: Scene) {
  await ask(own.merchantKey, "PUT", `/feeds/${own.feed}/channels/google`, {});
  return { feed_id: own.feed, slug: "google" };
}

const ofAssigned: Sample = { path: ofFeed, fresh: assigned };

/** Of a feed that no other request asks about channels. */
async function assignedMarket({ ask, own }: Scene) {
  await ask(own.merchantKey, "PUT", `/feeds/${own.market}/channels/google`, {});
  return { feed_id: own.market, slug: "google" };
}

const CODE = "missing_image_link";
async function muted(scene: Scene) {
  const path = await assigned(scene);
  const route = `/feeds/${path.feed_id}/channels/${path.slug}/findings/mutes`;
  const made = await scene.ask(scene.own.merchantKey, "POST", route, { code: CODE, note: scene.fresh("note "), row_id: rowOf(scene) });
  return { ...path, id: String(made.data["id"]) };
}

/** Another one each time: the same mute is refused. */
const rowOf = ({ fresh }: Pick<Scene, "fresh">) => fresh("").padStart(6, "7");

export const CHANNEL_SAMPLES: Samples = {
  "channels.list": {},
  "channels.get": { path: slug },
  "channels.attributes": { path: slug },
  "feed_channels.list": { path: ({ feed }) => ({ feed_id: feed }) },
  "feed_channels.get": ofAssigned,
  "feed_channels.assign": { path: ofFeed, body: ({ fresh }) => ({ settings: { feed_label: fresh("L") } }) },
  "feed_channels.remove": { path: (of) => ({ feed_id: of.market, ...slug(of) }), fresh: assignedMarket },
  "findings.list": ofAssigned,
  "findings.list_errors": ofAssigned,
  "findings.list_warnings": ofAssigned,
  "findings.rows": {
    path: (of) => ({ ...ofFeed(of), code: of.shop === NOBODY.shop ? "nothing" : CODE }),
    fresh: async (scene) => ({ ...(await assigned(scene)), code: CODE }),
  },
  "findings.export": ofAssigned,
  "finding_mutes.list": ofAssigned,
  "finding_mutes.create": { ...ofAssigned, body: (scene) => ({ code: CODE, row_id: rowOf(scene) }) },
  "finding_mutes.delete": { path: (of) => ({ ...ofFeed(of), id: "999999" }), fresh: muted },
};
