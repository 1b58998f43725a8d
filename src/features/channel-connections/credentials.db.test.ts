import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { startAmazonFake } from "../../../test/platforms/amazon/amazon-fake.ts";
import { openMeta } from "../../../test/platforms/open-meta.ts";
import { getChannel } from "../channels/index.ts";
import type { AnyOperation, Services } from "../operation.ts";
import { chooseAccount, connectChannel, listAccounts } from "./index.ts";

/** Shops that connect by typing in what the platform gave them. */

let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("credentials.example", 1);
});
afterAll(() => listed[Symbol.asyncDispose]());
afterEach(async () => {
  for (const table of ["channel_connections", "platform_rates"] as const) await listed.database.db.deleteFrom(table).execute();
});

interface Connected {
  readonly authorize_url: string | null;
  readonly status: string;
  readonly account: { readonly id: string } | null;
}

function asking(slug: string, settings: Services["platforms"][string]) {
  const services = { ...listed.real.services, platforms: { [slug]: settings } };
  return <T>(operation: AnyOperation, body?: object) =>
    perform<T>(services, listed.shop, operation, { path: { slug }, ...(body === undefined ? {} : { body }) });
}

test("Meta takes the token of a system user, and refuses one that it doesn't know", async () => {
  await using meta = await openMeta();
  const ask = asking("meta", meta.session.call.settings);
  const wrong = ask(connectChannel, { credentials: { access_token: "EAAG-wrong-wrong-wrong-wrong" } });
  await expect(wrong).rejects.toMatchObject({ code: "channel_refused" });
  expect(await ask<Connected>(getChannel)).toMatchObject({ status: "not_connected" });
  await expect(ask(connectChannel, { credentials: { access_token: "short" } })).rejects.toMatchObject({ code: "invalid_param" });
  const { accessToken } = meta.session.call.grant();
  await ask(connectChannel, { credentials: { access_token: accessToken } });
  const accounts = await ask<readonly { readonly id: string }[]>(listAccounts);
  expect(accounts.map(({ id }) => id)).toContain("9001");
  await ask(chooseAccount, { account_id: "9001" });
  expect(await ask<Connected>(getChannel)).toMatchObject({ status: "connected", account: { id: "9001" } });
  expect(meta.fake.violations).toEqual([]);
});

test("Amazon takes a refresh token with the seller and region, and refuses what doesn't belong together", async () => {
  await using fake = await startAmazonFake({ seed: 3 });
  const ask = asking("amazon", {
    ...{ endpoints: fake.endpoints, clientId: "client", clientSecret: "secret" },
    applicationToken: "amzn1.sp.solution.1",
  });
  const credentials = { refresh_token: fake.refreshToken, selling_partner_id: fake.seller, region: "na" };
  await expect(ask(connectChannel, { credentials: { ...credentials, region: "moon" } })).rejects.toMatchObject({ code: "invalid_param" });
  const wrong = ask(connectChannel, { credentials: { ...credentials, refresh_token: "Atzr|wrong" } });
  await expect(wrong).rejects.toMatchObject({ code: "channel_not_connected" });
  expect(await ask<Connected>(getChannel)).toMatchObject({ status: "not_connected" });
  await ask(connectChannel, { credentials });
  await ask(chooseAccount, { account_id: "ATVPDKIKX0DER" });
  expect(await ask<Connected>(getChannel)).toMatchObject({ status: "connected", account: { id: "ATVPDKIKX0DER" } });
  expect(fake.violations).toEqual([]);
});
