import { DuckDBInstance } from "@duckdb/node-api";
import type { ChildSettings } from "./child-calls.ts";

/** A query child lives long and has little memory, so its threads return what they have freed when they have nothing to do. It makes jobs a quarter slower. */
const GIVES_BACK = { allocator_flush_threshold: "1MB" };

/**
 * A DuckDB in memory that can reach the allowed folders and nothing else: no other file, no network, no extension, and no
 * statement can change that. The order matters: the folders, then the door, then the lock.
 */
export async function openLockedDuckDb(settings: ChildSettings): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(":memory:", {
    threads: String(settings.threads),
    memory_limit: `${settings.memoryLimitBytes}B`,
    temp_directory: settings.spillFolder,
    max_temp_directory_size: `${settings.spillBytesMax}B`,
    preserve_insertion_order: "true",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_persistent_secrets: "false",
    ...(settings.sessionFolder === null ? GIVES_BACK : {}),
  });
  const connection = await instance.connect();
  // Given at creation this setting is not honoured.
  await connection.run(`SET allowed_directories = [${settings.allowedFolders.map(quoted).join(", ")}]`);
  await connection.run("SET enable_external_access = false");
  // What a child itself sets. No statement that it's asked to run has a SET in it.
  await connection.run(`SET allowed_configs = ['${settings.sessionFolder === null ? "memory_limit" : "threads"}']`);
  await connection.run("SET lock_configuration = true");
  connection.closeSync();
  return instance;
}

/**
 * Returns to the system what was freed and is retained for later: about 50 MiB after each statement over a hundred columns. DuckDB does that when its limit is
 * set, even to what it was. It could do it by itself wherever some megabytes are freed at once, but then statements spend a third of their time on getting pages.
 */
export async function giveMemoryBack(
  instance: DuckDBInstance,
  { memoryLimitBytes }: Pick<ChildSettings, "memoryLimitBytes">,
): Promise<void> {
  const connection = await instance.connect();
  try {
    await connection.run(`SET memory_limit = '${memoryLimitBytes}B'`);
  } finally {
    connection.closeSync();
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
