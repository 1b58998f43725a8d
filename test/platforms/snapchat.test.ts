import { expect, test } from "vitest";
import { snapchat } from "../../src/channels/snapchat/pack.ts";

test("whatever is asked of Snapchat's connection, the answer says where its feed is registered by hand", () => {
  const { platform } = snapchat;
  const verbs = [
    platform.connecting.authorize,
    platform.connecting.credentials,
    platform.accounts,
    platform.createDatafeed,
    platform.fetchNow,
    platform.push,
  ];
  for (const verb of verbs) expect(verb).toEqual({ instead: expect.stringContaining("Paste the file's address in Snapchat Ads Manager") });
});
