import type { PlatformSettings } from "../../src/channels/platform-request.ts";
import { readConfig } from "../../src/config.ts";

/** Variables by name, as a command is started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that a real platform's test can't do without. */
export function requireVariable(env: Environment, name: string): string {
  const value = env[name] ?? "";
  if (value === "") throw new Error(`${name} isn't set`);
  return value;
}

/** A platform's settings as the service reads them from the same variables, `CHANNEL_ENDPOINTS` included. */
export function settingsFrom(env: Environment, slug: string): PlatformSettings {
  const settings = readConfig(env).platforms[slug];
  if (settings === undefined) throw new Error(`the service has no settings for ${slug}`);
  return settings;
}
