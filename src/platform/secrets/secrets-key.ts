import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";

/** AES-256 and HMAC-SHA256 both take keys of this size. */
const KEY_BYTES = 32;
const KEY_FILE = "secrets.key";

export interface SecretsKeySource {
  readonly secretsKey: string | null;
  /** Further keys that open what they sealed, as texts. */
  readonly previousSecretsKeys: readonly string[];
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** More than are ever in use at a time: one for each node that was started with another. */
export const PREVIOUS_KEYS_MAX = 8;

/** Keys separated by commas; undefined unless each of them is one. */
export function secretsKeyTexts(text: string): readonly string[] | undefined {
  const texts = text.split(",").map((each) => each.trim());
  return texts.length <= PREVIOUS_KEYS_MAX && texts.every((each) => decodeSecretsKey(each) !== undefined) ? texts : undefined;
}

/** 64 hexadecimal digits, or base64 (also URL-safe) of 32 bytes; undefined for anything else. */
export function decodeSecretsKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  return Buffer.from(text, "base64");
}

/**
 * The service's key. It must outlive the database it encrypts for: beside the built-in database it is made once and kept in
 * the data directory; a database elsewhere would outlive the directory, so there it has to be given.
 */
export async function loadSecretsKey({ secretsKey, databaseUrl, dataDir }: Omit<SecretsKeySource, "previousSecretsKeys">): Promise<Buffer> {
  if (secretsKey !== null) return decoded(secretsKey, "SECRETS_KEY");
  if (databaseUrl !== null) {
    throw new PlainError(
      "secrets_key_missing",
      "SECRETS_KEY is required with DATABASE_URL. Create a key once with `openssl rand -hex 32`, keep it, and set SECRETS_KEY to it at every start.",
    );
  }
  const file = join(dataDir, KEY_FILE);
  return (await storedKey(file)) ?? (await makeKey(file, dataDir));
}

/** The key that seals, and those that only open. */
export async function loadSecretsKeys(source: SecretsKeySource): Promise<readonly [Buffer, ...Buffer[]]> {
  return [await loadSecretsKey(source), ...previousKeys(source)];
}

/** The same without making one where there is none. */
export async function findSecretsKeys(source: SecretsKeySource): Promise<readonly Buffer[]> {
  const own = await findSecretsKey(source);
  return own === undefined ? previousKeys(source) : [own, ...previousKeys(source)];
}

/** The key that seals, if there is one already. */
export async function findSecretsKey({ secretsKey, databaseUrl, dataDir }: SecretsKeySource): Promise<Buffer | undefined> {
  if (secretsKey !== null) return decoded(secretsKey, "SECRETS_KEY");
  return databaseUrl === null ? storedKey(join(dataDir, KEY_FILE)) : undefined;
}

/** Keeps a key that a backup brought, where the data directory has none. */
export async function keepSecretsKey(dataDir: string, key: Buffer): Promise<void> {
  await makeKey(join(dataDir, KEY_FILE), dataDir, key);
}

function previousKeys({ previousSecretsKeys }: SecretsKeySource): readonly Buffer[] {
  return previousSecretsKeys.map((text) => decoded(text, "SECRETS_KEY_PREVIOUS"));
}

async function storedKey(file: string): Promise<Buffer | undefined> {
  try {
    return decoded((await readFile(file, "utf8")).trim(), file);
  } catch (error) {
    if (members(error)["code"] === "ENOENT") return undefined;
    if (error instanceof PlainError) throw error;
    throw new PlainError("secrets_key_unreadable", `The secrets key ${file} can't be read. Give this account access to it.`, error);
  }
}

/** Two first starts at once agree on one key: linking a finished file to a taken name fails, and the loser reads the winner's. */
async function makeKey(file: string, dataDir: string, wanted: Buffer = randomBytes(KEY_BYTES)): Promise<Buffer> {
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeDurably(draft, `${wanted.toString("hex")}\n`);
    await link(draft, file).catch((error: unknown) => {
      if (members(error)["code"] !== "EEXIST") throw error;
    });
  } catch (error) {
    throw new PlainError(
      "secrets_key_unwritable",
      `The secrets key ${file} can't be written. Give this account access to DATA_DIR, or set SECRETS_KEY.`,
      error,
    );
  } finally {
    await rm(draft, { force: true });
  }
  const key = await storedKey(file);
  if (key === undefined)
    throw new PlainError("secrets_key_unreadable", `The secrets key ${file} was removed while it was being created. Start again.`);
  return key;
}

async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

function decoded(text: string, where: string): Buffer {
  const key = decodeSecretsKey(text);
  if (key !== undefined) return key;
  throw new PlainError(
    "secrets_key_invalid",
    `${where} doesn't contain a valid key, which is 32 bytes as 64 hexadecimal digits or as base64. Restore the key that was used before, or create a first one with \`openssl rand -hex 32\`.`,
  );
}
