import { fileOfRun, heldSentence } from "../../features/runs/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { openCommandApp } from "../command-app.ts";
import { findRunOfFeed, type RunOfFeedOptions } from "../find-run.ts";
import { writeObject } from "../write-object.ts";

export interface RunsDownloadOptions extends RunOfFeedOptions {
  readonly out?: string;
}

export async function downloadRunOfFeed(options: RunsDownloadOptions): Promise<void> {
  await using app = await openCommandApp();
  const { run } = await findRunOfFeed(app.postgres.db, options);
  const file = fileOfRun(run);
  if (file === undefined) {
    const why = run.status === "completed" ? "is no longer stored" : `wasn't created, because the run is ${run.status}`;
    throw new PlainError("no_feed", `The file of ${options.run} ${why}.`);
  }
  if (run.publication === "held") process.stderr.write(`${heldSentence(run)} This file isn't published.\n`);
  await writeObject(app.services.objects, file.key, options.out);
}
