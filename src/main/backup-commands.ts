import type { Command } from "commander";
import type { BackupOptions } from "./commands/backup.ts";
import type { ObjectsCheckOptions } from "./commands/objects-check.ts";
import type { ObjectsCopyOptions } from "./commands/objects-copy.ts";
import type { RestoreOptions } from "./commands/restore.ts";
import type { SecretsRotateOptions } from "./commands/secrets-rotate.ts";

/** `feedwright backup`, `restore`, `objects copy`, `objects check` and `secrets rotate`. */
export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description(
      "back up the database and all stored files, also while the service runs; a second backup into the same folder copies only what is new",
    )
    .requiredOption("--out <path>", "a folder, which is created if it doesn't exist, or a file whose name ends in .tar")
    .option("--with-secrets-key", "put SECRETS_KEY into the backup, so that anyone with the backup can decrypt stored tokens")
    .option("--json", "print one JSON object on standard output")
    .action(async (options: BackupOptions) => (await import("./commands/backup.ts")).backup(options));
  program
    .command("restore")
    .description("restore a backup into an empty database and an empty store, or check it")
    .requiredOption("--from <path>", "the folder or the file of the backup")
    .option("--backup <id>", "the backup's id (default: the newest)")
    .option("--check", "compare all of the backup with its checksums, and restore nothing")
    .option("--without-secrets", "restore although SECRETS_KEY is another key or lost; stored tokens can't be decrypted afterwards")
    .option("--json", "print one JSON object on standard output")
    .action(async (options: RestoreOptions) => (await import("./commands/restore.ts")).restore(options));
  const objects = program.command("objects").description("copy and check stored files");
  objects
    .command("copy")
    .description("copy all objects from one store to another, comparing each with its checksum; running it again copies what is missing")
    .requiredOption("--from <url>", "store to read, such as file:///srv/feedwright/objects")
    .requiredOption("--to <url>", "store to write, such as s3://bucket/prefix; S3_… variables apply")
    .option("--json", "print one JSON object on standard output")
    .action(async (options: ObjectsCopyOptions) => (await import("./commands/objects-copy.ts")).copyStore(options));
  objects
    .command("check")
    .description("find stored files that the database names and that are missing or damaged, and say how to make them again")
    .option("--quick", "look for missing files only, without reading any")
    .option("--raise-numbers", "if the database is older than the store, continue its numbers above those of stored files")
    .option("--json", "print one JSON object on standard output")
    .action(async (options: ObjectsCheckOptions) => (await import("./commands/objects-check.ts")).checkStoredObjects(options));
  program
    .command("secrets")
    .description("encrypt stored secrets with a new key")
    .command("rotate")
    .description(
      "encrypt everything with SECRETS_KEY that is still encrypted with a key of SECRETS_KEY_PREVIOUS, and check that nothing is left",
    )
    .option("--check", "only count")
    .option("--accept-losses", "use SECRETS_KEY from now on although some secrets can't be decrypted with any key")
    .option("--json", "print one JSON object on standard output")
    .action(async (options: SecretsRotateOptions) => (await import("./commands/secrets-rotate.ts")).rotateStoredSecrets(options));
}
