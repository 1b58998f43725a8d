import { setTimeout as sleep } from "node:timers/promises";
import { members } from "../../src/kernel/unsafe.ts";
import { connectGoogle } from "./connected-google.ts";
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

/** Disconnecting takes the registration with it. */
async function connectedAgain({ own, ...scene }: Scene): Promise<void> {
  own.datafeed = await connectGoogle(scene, own);
}

const ofDatafeed = (of: Belongings) => ({ ...slug(of), id: of.datafeed });

/**
 * Registers a new datafeed each time: a platform isn't asked to fetch twice in a short while, and one that a test deletes mustn't be the scene's. Once the channel
 * has a label, the language alone tells registrations apart.
 */
async function registeredFor({ ask, own, fresh }: Scene) {
  const language = LANGUAGES[Number(fresh("")) % LANGUAGES.length];
  const wanted = { feed_id: own.feed, targets: [{ country: "CH", language }] };
  const { data } = await ask(own.merchantKey, "POST", "/channels/google/datafeeds", wanted);
  return { slug: "google", id: String(data["id"]) };
}

/** One reading is under way at a time. */
async function alreadyRead({ ask, own }: Scene) {
  const route = `/feeds/${own.feed}/channels/google/platform_issues`;
  for (let tries = 0; tries < READ_TRIES_MAX; tries += 1) {
    const { json } = await ask(own.merchantKey, "GET", route);
    if (members(json["meta"])["status"] !== "reading") return ofFeed(own);
    await sleep(READ_AGAIN_MS);
  }
  throw new Error("the platform's items weren't read in time");
}

const READ_TRIES_MAX = 120;
const READ_AGAIN_MS = 250;

/** None is the feed's own. */
const LANGUAGES =
  "af am ar az be bg bn bs ca cs cy da de el es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu".split(
    " ",
  );

/** Another one each time: the same mute is refused. */
const rowOf = ({ fresh }: Pick<Scene, "fresh">) => fresh("").padStart(6, "7");

export const CHANNEL_SAMPLES: Samples = {
  "channels.list": {},
  "channels.get": { path: slug },
  "channels.attributes": { path: slug },
  "channels.options": { path: slug },
  "channels.connect": { path: slug, body: () => ({ return_url: "https://agency.example/shops" }) },
  "channels.list_accounts": { path: slug },
  "channels.choose_account": { path: slug, body: () => ({ account_id: "1001" }) },
  "channels.disconnect": { path: slug, after: connectedAgain },
  "datafeeds.list": { path: slug },
  "datafeeds.create": { path: slug, body: ({ own }) => ({ feed_id: own.feed }) },
  "datafeeds.get": { path: ofDatafeed },
  "datafeeds.update": { path: ofDatafeed, body: () => ({ hour: 5 }) },
  "datafeeds.delete": { path: ofDatafeed, fresh: registeredFor },
  "datafeeds.status": { path: ofDatafeed },
  "datafeeds.fetch": { path: ofDatafeed, fresh: registeredFor },
  "syncs.start": { path: ofFeed },
  "syncs.list": { path: ofFeed },
  "platform_issues.list": { path: ofFeed },
  "platform_issues.rows": { path: (of) => ({ ...ofFeed(of), code: "reserved_gtin" }) },
  "platform_issues.refresh": { path: ofFeed, fresh: alreadyRead },
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
