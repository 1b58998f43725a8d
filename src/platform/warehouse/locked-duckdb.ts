import { DuckDBInstance } from "@duckdb/node-api";
import type { ChildSettings } from "./child-calls.ts";

/**
 * A query child lives long and has little memory. With DuckDB's default thresholds it retains about 50 MiB more after each statement over a
 * hundred columns; with these it returns freed memory to the system. Jobs keep the defaults, because these make them a quarter slower.
 */
const GIVES_BACK = { allocator_flush_threshold: "1MB", allocator_bulk_deallocation_flush_threshold: "1MB" };

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
  // The child itself sets it while statements run side by side. What a session may run has no SET in it.
  if (settings.sessionFolder !== null) await connection.run("SET allowed_configs = ['threads']");
  await connection.run("SET lock_configuration = true");
  connection.closeSync();
  return instance;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
