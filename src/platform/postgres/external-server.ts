import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";

/** The oldest PostgreSQL that is tested. */
const OLDEST_MAJOR = 15;
/** One attempt; a server in reach answers in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Started together, as in a compose file, the database needs some seconds longer than we do. */
const STARTING_WAIT_MS = 5_000;
const RETRY_MS = 250;

/** What may pass by waiting: nobody listens yet; the server says that it is starting. */
const STARTING_CODES: readonly unknown[] = ["ECONNREFUSED", "57P03"];

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no host with that name",
  EAI_AGAIN: "the host's name can't be looked up",
  ECONNREFUSED: "nothing is listening there",
  ECONNRESET: "the server closed the connection",
  ETIMEDOUT: "it doesn't answer",
  EHOSTUNREACH: "the host can't be reached",
  ENETUNREACH: "the network can't be reached",
  "28P01": "the user or the password is wrong",
  "28000": "the user isn't allowed to connect",
  "3D000": "there is no database with that name",
  "53300": "it accepts no more connections",
  "57P03": "it is still starting",
};

/** Resolves when the server answers and is new enough; rejects with one sentence that never holds the password. */
export async function verifyExternalServer(connectionString: string, startingWaitMs = STARTING_WAIT_MS): Promise<void> {
  const deadline = Date.now() + startingWaitMs;
  for (;;) {
    const client = newClient(connectionString);
    const where = `${client.host}:${client.port}`;
    try {
      return await verifyVersion(client, where);
    } catch (error) {
      if (error instanceof PlainError) throw error;
      if (!STARTING_CODES.includes(members(error)["code"]) || Date.now() > deadline) throw unreachable(where, error);
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(RETRY_MS);
  }
}

function newClient(connectionString: string): Client {
  try {
    const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS });
    client.on("error", () => undefined);
    return client;
  } catch {
    // Not passed on as the cause: it holds the whole address.
    throw new PlainError(
      "database_unreachable",
      "DATABASE_URL isn't a valid PostgreSQL address. Write it as postgres://user:password@host:5432/database, and percent-encode special characters in the password.",
    );
  }
}

async function verifyVersion(client: Client, where: string): Promise<void> {
  await client.connect();
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const version = rows[0]?.version ?? "";
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return;
  throw new PlainError(
    "database_too_old",
    `DATABASE_URL: the server at ${where} is PostgreSQL ${version}. Feedwright needs ${OLDEST_MAJOR} or newer.`,
  );
}

function unreachable(where: string, error: unknown): PlainError {
  const { code, message } = members(error);
  const reason = REASONS[String(code)] ?? String(message);
  return new PlainError(
    "database_unreachable",
    `DATABASE_URL: PostgreSQL at ${where} can't be used: ${reason}. Check the address and make sure the server is running.`,
    error,
  );
}
