import { expect, test } from "vitest";
import { openai } from "../../src/channels/openai/pack.ts";

test("whatever is asked of OpenAI's connection, the answer says how its file is delivered", () => {
  const { connecting, accounts, createDatafeed, fetchNow, push, pushed } = openai.platform;
  for (const verb of [connecting.authorize, connecting.credentials, accounts, createDatafeed, fetchNow, push, pushed])
    expect(verb).toEqual({ instead: expect.stringContaining("SFTP access that OpenAI gives merchants") });
});
