import { expect, test } from "vitest";
import { conformanceCases } from "./conformance.suite.ts";
import { openFakeGoogle } from "./open-google.ts";
import { SMOKE_PLATFORMS, smokeChannel } from "./smoke-channel.ts";

/** The exit code, and what was said. */
async function smoked(options: Partial<Parameters<typeof smokeChannel>[0]>) {
  const lines: string[] = [];
  const code = await smokeChannel({ slug: "google", fake: false, env: {}, say: (line) => void lines.push(line), ...options });
  return { code, said: lines.join("\n") };
}

test.each(Object.keys(SMOKE_PLATFORMS))("every case passes against the fake of %s, and each is named", async (slug) => {
  const { code, said } = await smoked({ slug, fake: true });
  const pack = SMOKE_PLATFORMS[slug]?.pack;
  const titles = pack === undefined ? [] : conformanceCases(pack).map(([title]) => title);
  expect(titles).not.toEqual([]);
  expect(said).toBe([...titles.map((title) => `passed  ${title}`), `${titles.length} passed, 0 failed`].join("\n"));
  expect(code).toBe(0);
});

test("a case that fails is named with its reason, and the command fails", async () => {
  const platform = SMOKE_PLATFORMS["google"];
  if (platform === undefined) throw new Error("google has a client");
  const fake = async () => {
    const under = await openFakeGoogle();
    under.fake.revokeGrant();
    return under;
  };
  const { code, said } = await smoked({ fake: true, platforms: { google: { ...platform, fake } } });
  expect(code).toBe(1);
  expect(said).toMatch(/^FAILED {2}lists accounts .*\n {8}\S/);
  expect(said).toMatch(/0 passed, 4 failed$/);
});

test.each(Object.entries(SMOKE_PLATFORMS))(
  "all that %s can't be opened without is asked for at once",
  async (slug, { variables, real }) => {
    expect(await smoked({ slug })).toEqual({
      code: 1,
      said: `Set ${variables.join(", ")} first. What they are: docs/guide/channels/${slug}.md`,
    });
    const [first, ...others] = variables;
    const { said } = await smoked({ slug, env: { [first ?? ""]: "given" } });
    expect(said).toContain(`Set ${others.join(", ")} first.`);
    await expect(real({})).rejects.toThrow(new RegExp(`^(?:${variables.join("|")}) isn't set$`));
  },
);

test("a channel without a client is answered with those that have one", async () => {
  expect(await smoked({ slug: "snapchat" })).toEqual({
    code: 1,
    said: "There is no client for snapchat. Name one of: google, meta, microsoft, pinterest, tiktok, amazon.",
  });
});
