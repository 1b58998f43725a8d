import { expect } from "vitest";
import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { isSupported, type DatafeedWanted, type Verb } from "../../src/channels/platform-port.ts";
import { PlatformFault } from "../../src/channels/platform-request.ts";
import type { FakePlatform } from "./fake-platform.ts";
import type { PlatformSession } from "./platform-call.ts";
import type { ServedFile } from "./served-file.ts";

/** A platform, signed in to and with an account chosen: played here, or the real one. */
export interface PlatformUnderTest extends AsyncDisposable {
  readonly pack: ChannelPack;
  readonly session: PlatformSession;
  /** What only a fake can be asked to do; null: the real platform. */
  readonly fake: FakePlatform | null;
  readonly file: ServedFile;
  readonly wanted: DatafeedWanted;
}

export type OpenPlatform = () => Promise<PlatformUnderTest>;

/** A verb that the platform has. The suite asks for it only after `isSupported`. */
export function verb<Input, Output>(
  under: Pick<PlatformUnderTest, "session">,
  one: Verb<Input, Output>,
): (input: Input) => Promise<Output> {
  if (!isSupported(one)) throw new Error(`not supported: ${one.instead}`);
  return (input) => one(under.session.call, input);
}

type Case = readonly [title: string, run: (open: OpenPlatform) => Promise<void>];

/** What every platform's client does, whatever the platform; for `test.each`. The same cases run against the real one, by command. */
export function conformanceCases({ platform }: ChannelPack): readonly Case[] {
  const accounts: readonly Case[] = [["lists accounts with an id and a name, each once", listsAccounts]];
  const datafeeds: readonly Case[] = [
    ["creates a registration, finds it by its URL, changes it and deletes it, and deleting it again changes nothing", registers],
    ["reports no items and no issues for a registration that was never fetched", hasNoProcessing],
    ["answers not_found for a registration that doesn't exist", missesRegistration],
  ];
  return [...(isSupported(platform.accounts) ? accounts : []), ...(isSupported(platform.createDatafeed) ? datafeeds : [])];
}

async function listsAccounts(open: OpenPlatform): Promise<void> {
  await using under = await open();
  const accounts = await verb(under, under.pack.platform.accounts)();
  expect(accounts.length).toBeGreaterThan(0);
  for (const { id, name } of accounts) expect([id, name]).not.toContain("");
  expect(new Set(accounts.map(({ id }) => id)).size).toBe(accounts.length);
  expectNoViolation(under);
}

async function registers(open: OpenPlatform): Promise<void> {
  await using under = await open();
  const { platform } = under.pack;
  const target = platform.targetOf(under.wanted.targets);
  const created = await verb(under, platform.createDatafeed)(under.wanted);
  try {
    const ours = (await verb(under, platform.listDatafeeds)()).filter(({ url }) => url === under.wanted.url);
    expect(ours).toMatchObject([{ id: created.id, url: under.wanted.url, target }]);
    const hour = (under.wanted.hour + 5) % 24;
    const changed = await verb(under, platform.updateDatafeed)({ ...under.wanted, id: created.id, name: `${under.wanted.name} 2`, hour });
    expect(changed).toMatchObject({ id: created.id, name: `${under.wanted.name} 2` });
  } finally {
    await verb(under, platform.deleteDatafeed)(created.id);
  }
  await verb(under, platform.deleteDatafeed)(created.id);
  expect((await verb(under, platform.listDatafeeds)()).filter(({ url }) => url === under.wanted.url)).toEqual([]);
  expectNoViolation(under);
}

async function hasNoProcessing(open: OpenPlatform): Promise<void> {
  await using under = await open();
  const { id } = await verb(under, under.pack.platform.createDatafeed)(under.wanted);
  try {
    const processing = await verb(under, under.pack.platform.latestProcessing)(id);
    expect(["never_fetched", "processing"]).toContain(processing.state);
    expect(processing.issues).toEqual([]);
  } finally {
    await verb(under, under.pack.platform.deleteDatafeed)(id);
  }
  expectNoViolation(under);
}

async function missesRegistration(open: OpenPlatform): Promise<void> {
  await using under = await open();
  const { platform } = under.pack;
  const { id } = await verb(under, platform.createDatafeed)(under.wanted);
  await verb(under, platform.deleteDatafeed)(id);
  const fault = await verb(under, platform.updateDatafeed)({ ...under.wanted, id }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(PlatformFault);
  expect(fault).toMatchObject({ code: "not_found" });
}

/** The platform's published description allows every request that was sent. */
export function expectNoViolation({ fake }: Pick<PlatformUnderTest, "fake">): void {
  if (fake !== null) expect(fake.violations).toEqual([]);
}
