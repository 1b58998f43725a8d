import { PlatformFault, type PlatformSettings } from "./platform-request.ts";

/** Parts of a platform's configuration that a call can't do without. */

/** `name` as in `platform-endpoints.ts`. */
export function endpointOf({ endpoints }: PlatformSettings, name: string): string {
  const url = endpoints[name];
  if (url === undefined) throw new PlatformFault("not_configured", `The address ${name} isn't configured. Look at CHANNEL_ENDPOINTS.`);
  return url;
}

export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The application registered with the platform. `displayName`: `Amazon`. */
export function applicationOf({ clientId, clientSecret }: PlatformSettings, displayName: string): Application {
  if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
  const prefix = displayName.toUpperCase();
  throw new PlatformFault(
    "not_configured",
    `${displayName} can't be connected yet. Ask the operator to set ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`,
  );
}
