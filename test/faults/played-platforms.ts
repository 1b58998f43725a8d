import type { PlatformSettings } from "../../src/channels/platform-request.ts";
import { branded, members } from "../../src/kernel/unsafe.ts";
import type { FakePlatform } from "../platforms/fake-platform.ts";
import { startGoogleFake } from "../platforms/google/google-fake.ts";
import { startMetaFake } from "../platforms/meta/meta-fake.ts";
import { startPinterestFake } from "../platforms/pinterest/pinterest-fake.ts";
import { startTiktokFake } from "../platforms/tiktok/tiktok-fake.ts";

/** The six platforms as the fault run plays them: what it looks at is the same for each. */
export interface PlayedPlatform extends AsyncDisposable {
  readonly slug: string;
  readonly fake: FakePlatform;
  readonly settings: PlatformSettings;
  /** The account that a person chooses. */
  readonly account: string;
  /** Name of the file's column that tells rows apart. */
  readonly idColumn: string;
  /** Columns that the platform doesn't do without; a row that lacks one is told of by an error. */
  readonly required: readonly string[];
  /** Ends all access tokens; null: they don't end. */
  readonly expireTokens: (() => void) | null;
  /** Seconds that a 429 says to wait; null: it doesn't say. */
  readonly sayRetryAfter: (seconds: number | null) => void;
  readonly registrations: () => readonly PlayedRegistration[];
  /** Products by the file's ids, with what the platform keeps of their values by column. */
  readonly items: () => readonly PlayedItem[];
  readonly deleteRemotely: (id: string) => void;
}

interface PlayedRegistration {
  readonly id: string;
  readonly url: string;
  /** Times the platform has been told to read the file. */
  readonly reads: number;
}

interface PlayedItem {
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Where the shop's products are linked to, which some platforms insist on. */
export const SHOP_DOMAIN = "shop.example";
const BASICS = ["description", "link", "image_link"];
const SILENT = (): void => undefined;

type Start = (seed: number) => Promise<PlayedPlatform>;

const google: Start = async (seed) => {
  const fake = await startGoogleFake({ seed, homepage: `https://${SHOP_DOMAIN}` });
  fake.controls.processingPolls = 1;
  return {
    ...fake,
    ...{ slug: "google", fake, account: "1001", idColumn: "id", required: BASICS },
    sayRetryAfter: (seconds) => void (fake.controls.retryAfterS = seconds),
    registrations: () => fake.registrations().map(({ id, url, fetches }) => ({ id, url, reads: fetches })),
    items: () => fake.items().map(({ offerId }) => ({ id: offerId, values: {} })),
  };
};

const meta: Start = async (seed) => {
  const fake = await startMetaFake({ seed, uploadPolls: 1 });
  return {
    ...fake,
    ...{ slug: "meta", fake, account: "9001", idColumn: "id" },
    required: [...BASICS, "condition", "availability"],
    sayRetryAfter: SILENT,
    registrations: () => fake.registrations().map(({ id, url, uploads }) => ({ id, url, reads: uploads.length })),
    items() {
      const ids = new Set(fake.registrations().map(({ id }) => id));
      const own = fake.items().filter(({ feed }) => ids.has(feed));
      return own.map(({ retailerId, name }) => ({ id: retailerId, values: { title: name } }));
    },
  };
};

const pinterest: Start = async (seed) => {
  const fake = await startPinterestFake({ seed, runPolls: 1 });
  return {
    ...fake,
    ...{ slug: "pinterest", fake, account: "own", idColumn: "id" },
    required: [...BASICS, "price"],
    sayRetryAfter: fake.sayRetryAfter,
    registrations: () => fake.registrations().map(({ id, url, results }) => ({ id, url, reads: results.length })),
    items: () => fake.items().map((values) => ({ id: values["id"] ?? "", values })),
  };
};

const tiktok: Start = async (seed) => {
  const fake = await startTiktokFake({ seed });
  const application = { clientId: "7", clientSecret: "secret", applicationToken: null };
  return {
    ...fake,
    ...{ slug: "tiktok", fake, settings: { endpoints: fake.endpoints, ...application }, account: "7200000000000000000" },
    ...{ idColumn: "sku_id", required: [...BASICS, "brand", "condition"] },
    // They don't expire.
    expireTokens: null,
    sayRetryAfter: SILENT,
    registrations: () =>
      fake.registrations().map(({ feed_id: id, schedule }) => ({
        ...{ id, url: String(members(schedule["source"])["uri"]) },
        reads: fake.runs(id).length,
      })),
    items() {
      const ids = new Set(fake.registrations().map(({ feed_id: id }) => id));
      const own = fake.items().filter(({ feed }) => ids.has(feed));
      return own.map(({ feed: _feed, ...values }) => ({ id: branded<string>(values["sku_id"]), values }));
    },
  };
};

const STARTS: readonly Start[] = [google, meta, pinterest, tiktok];

export function startPlatforms(seed: number): Promise<readonly PlayedPlatform[]> {
  return Promise.all(STARTS.map((start) => start(seed)));
}

/** The variables that lead a service to them. */
export function environmentOf(platforms: readonly PlayedPlatform[]): Readonly<Record<string, string>> {
  const endpoints = Object.fromEntries(platforms.map(({ slug, settings }) => [slug, settings.endpoints]));
  const applications = platforms.flatMap(({ slug, settings: { clientId, clientSecret } }) => [
    [`${slug.toUpperCase()}_CLIENT_ID`, clientId ?? ""],
    [`${slug.toUpperCase()}_CLIENT_SECRET`, clientSecret ?? ""],
  ]);
  return { CHANNEL_ENDPOINTS: JSON.stringify(endpoints), ...Object.fromEntries(applications) };
}
