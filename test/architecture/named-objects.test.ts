import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { NAMINGS } from "../../src/features/backups/index.ts";
import { SEALED_COLUMNS } from "../../src/main/secrets/sealed-columns.ts";
import { repositoryFiles } from "./repository-files.ts";

const schema = await readFile(new URL("../../db/schema.sql", import.meta.url), "utf8");

/** `runs.output_prefix` and so on, with the column's type. */
function columns(): readonly { readonly name: string; readonly type: string }[] {
  return schema.split(/^create (?:unlogged )?table /m).flatMap((block) => {
    const [table = ""] = block.split(" ", 1);
    return [...block.matchAll(/^ {2}("?[a-z_]+"?) (text|bytea|jsonb?)\b/gm)].map(([, column = "", type = ""]) => ({
      name: `${table}.${column}`,
      type,
    }));
  });
}

/** What has such a name and names no object. */
const NO_OBJECTS: readonly string[] = [
  // Shown of an API key.
  "api_keys.key_prefix",
  // A backup neither needs nor has them: they are on their way out.
  "held_removals.prefix",
];

test("every column that names objects is among those that a backup follows", () => {
  const followed = new Set(NAMINGS.map(({ from, name }) => `${/^[a-z_]+/.exec(from)?.[0] ?? ""}.${/^[a-z_]+/.exec(name)?.[0] ?? ""}`));
  const naming = columns().filter(({ name }) => /_prefix$|\.prefix$|object_key$|sent_key$|\.storefront_config$/.test(name));
  expect(naming.map(({ name }) => name).filter((name) => !followed.has(name) && !NO_OBJECTS.includes(name))).toEqual([]);
  expect(naming.length).toBeGreaterThan(8);
});

/** What has such a name and isn't sealed with `SECRETS_KEY`. */
const NOT_OURS: readonly string[] = [
  // Sealed with the credential of the client that may repeat the request.
  "idempotent_answers.sealed",
];

test("every column that holds sealed values is among those that a rotation seals again", () => {
  const rotated = new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`));
  const sealed = columns().filter(({ name }) => /sealed$|\.secret|\.storefront_config$/.test(name));
  expect(sealed.map(({ name }) => name).filter((name) => !rotated.has(name) && !NOT_OURS.includes(name))).toEqual([]);
  expect(sealed.length).toBeGreaterThan(6);
});

/** Who seals with `SECRETS_KEY`; a further one stores what it seals in a column, which belongs into `SEALED_COLUMNS`. */
const SEALING: readonly string[] = [
  "src/features/channel-connections/connect-channel.ts",
  "src/features/channel-connections/sealed-grant.ts",
  "src/features/shopify-grants/sealed-grant.ts",
  "src/features/webhooks/webhook.ts",
  "src/main/secrets/rotate-secrets.ts",
  "src/storefronts/shopify/shopify-config.ts",
];

test("nothing else seals", () => {
  const files = repositoryFiles(/^src\/(?!platform\/).*(?<!\.test|\.suite)\.ts$/);
  const sealing = files.filter(({ text }) => /secrets\.seal(?:Bytes)?\(/.test(text)).map(({ path }) => path);
  expect(sealing.toSorted()).toEqual(SEALING);
});
