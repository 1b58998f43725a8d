import type { PlatformSettings } from "../../src/channels/platform-request.ts";
import { branded, members } from "../../src/kernel/unsafe.ts";
import { startAmazonFake } from "../platforms/amazon/amazon-fake.ts";
import type { FakePlatform } from "../platforms/fake-platform.ts";
import { startGoogleFake } from "../platforms/google/google-fake.ts";
import { startMetaFake } from "../platforms/meta/meta-fake.ts";
import { startMicrosoftFake } from "../platforms/microsoft/microsoft-fake.ts";
import { startPinterestFake } from "../platforms/pinterest/pinterest-fake.ts";
import { startTiktokFake } from "../platforms/tiktok/tiktok-fake.ts";

/** The six platforms as the fault run plays them: what it looks at is the same for each. */
export interface PlayedPlatform extends AsyncDisposable {
  readonly slug: string;
  /** Whether the platform reads the file or is sent its rows. */
  readonly mode: "fetch" | "push";
  /** Of the assignment. */
  readonly assigned: object;
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
  /** A day passes at a platform that judges files a day late; null: there's no need. */
  readonly dayPasses: (() => void) | null;
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
const DAY_MS = 86_400_000;
const SILENT = (): void => undefined;

const FETCHING = { mode: "fetch", assigned: {} } as const;
const PUSHING = { mode: "push", sayRetryAfter: SILENT, dayPasses: null, deleteRemotely: SILENT } as const;

type Start = (seed: number) => Promise<PlayedPlatform>;

const google: Start = async (seed) => {
  const fake = await startGoogleFake({ seed, homepage: `https://${SHOP_DOMAIN}` });
  fake.controls.processingPolls = 1;
  return {
    ...fake,
    ...{ slug: "google", ...FETCHING, fake, account: "1001", idColumn: "id", required: BASICS },
    dayPasses: null,
    sayRetryAfter: (seconds) => void (fake.controls.retryAfterS = seconds),
    registrations: () => fake.registrations().map(({ id, url, fetches }) => ({ id, url, reads: fetches })),
    items: () => fake.items().map(({ offerId }) => ({ id: offerId, values: {} })),
  };
};

const meta: Start = async (seed) => {
  const fake = await startMetaFake({ seed, uploadPolls: 1 });
  return {
    ...fake,
    ...{ slug: "meta", ...FETCHING, fake, account: "9001", idColumn: "id" },
    required: [...BASICS, "condition"],
    ...{ sayRetryAfter: SILENT, dayPasses: null },
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
    ...{ slug: "pinterest", ...FETCHING, fake, account: "own", idColumn: "id" },
    required: [...BASICS, "price"],
    dayPasses: null,
    registrations: () => fake.registrations().map(({ id, url, results }) => ({ id, url, reads: results.length })),
    items: () => fake.items().map((values) => ({ id: values["id"] ?? "", values })),
  };
};

const tiktok: Start = async (seed) => {
  let days = 0;
  const fake = await startTiktokFake({ seed, now: () => new Date(Date.now() + days * DAY_MS) });
  const application = { clientId: "7", clientSecret: "secret", applicationToken: null };
  return {
    ...fake,
    ...{ slug: "tiktok", ...FETCHING, fake, settings: { endpoints: fake.endpoints, ...application }, account: "7200000000000000000" },
    ...{ idColumn: "sku_id", required: [...BASICS, "brand", "condition"] },
    // They don't expire.
    expireTokens: null,
    sayRetryAfter: SILENT,
    dayPasses: () => void (days += 1),
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

const microsoft: Start = async (seed) => {
  const fake = await startMicrosoftFake({ seed });
  return {
    ...fake,
    ...{ slug: "microsoft", ...PUSHING, assigned: {}, fake, account: "42", idColumn: "id", required: ["link", "image_link", "condition"] },
    sayRetryAfter: (seconds) => void (fake.controls.retryAfterS = seconds),
    // A catalog of ours takes the place of a registration. The store's own was there before.
    registrations() {
      const own = fake.registrations().filter(({ name }) => name.startsWith("Feedwright"));
      return own.map(({ id, name }) => ({ id, url: name, reads: 0 }));
    },
    items: () => fake.items().map(({ product }) => ({ id: String(product["offerId"]), values: { title: String(product["title"]) } })),
  };
};

const amazon: Start = async (seed) => {
  // Days pass between the rounds, and with them its rates.
  const fake = await startAmazonFake({ seed, polls: 1, isUnhurried: true });
  const application = { clientId: "client", clientSecret: "secret", applicationToken: "amzn1.sp.solution.1" };
  return {
    ...fake,
    ...{ slug: "amazon", ...PUSHING, assigned: { product_type: "CHAIR", exempt_from_gtin: true, seller_id: fake.seller } },
    ...{ fake, settings: { endpoints: fake.endpoints, ...application }, account: "ATVPDKIKX0DER", idColumn: "sku" },
    required: ["brand", "image_link"],
    items: () => fake.items().map(({ sku }) => ({ id: sku, values: {} })),
  };
};

const STARTS: readonly Start[] = [google, meta, pinterest, tiktok, microsoft, amazon];

export function startPlatforms(seed: number): Promise<readonly PlayedPlatform[]> {
  return Promise.all(STARTS.map((start) => start(seed)));
}

const TOKENS: Readonly<Record<string, string>> = { microsoft: "MICROSOFT_DEVELOPER_TOKEN", amazon: "AMAZON_APPLICATION_ID" };

/** The variables that lead a service to them. */
export function environmentOf(platforms: readonly PlayedPlatform[]): Readonly<Record<string, string>> {
  const endpoints = Object.fromEntries(platforms.map(({ slug, settings }) => [slug, settings.endpoints]));
  const applications = platforms.flatMap(({ slug, settings: { clientId, clientSecret, applicationToken } }) => [
    [`${slug.toUpperCase()}_CLIENT_ID`, clientId ?? ""],
    [`${slug.toUpperCase()}_CLIENT_SECRET`, clientSecret ?? ""],
    [TOKENS[slug] ?? `${slug.toUpperCase()}_CLIENT_ID`, applicationToken ?? clientId ?? ""],
  ]);
  return { CHANNEL_ENDPOINTS: JSON.stringify(endpoints), ...Object.fromEntries(applications) };
}
