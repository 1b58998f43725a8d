import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** A small JSON file for this account alone (0600): whole or not there, whatever happens while it is written. */
export async function writePrivateFile(file: string, value: object): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeDurably(draft, `${JSON.stringify(value)}\n`);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
}
