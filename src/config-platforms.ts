import { PLATFORM_ENDPOINTS } from "./channels/platform-endpoints.ts";
import type { PlatformSettings } from "./channels/platform-request.ts";
import type { ConfigVariable } from "./config-values.ts";
import { entriesOf, members, parseJson } from "./kernel/unsafe.ts";

/** The variables that name this installation's applications at the advertising platforms. */

type Slug = keyof typeof PLATFORM_ENDPOINTS;

/** Platforms where an application is registered, and where its owner finds its id and secret. */
const APPLICATIONS = {
  google: "the OAuth client of a Google Cloud project",
  meta: "the app at developers.facebook.com",
  microsoft: "the app registration in Microsoft Entra",
  pinterest: "the app at developers.pinterest.com",
  tiktok: "the app at business-api.tiktok.com",
  amazon: "the app's LWA credentials in Solution Provider Portal",
} as const;

const EXTRA_TOKENS = {
  microsoft: ["MICROSOFT_DEVELOPER_TOKEN", "Developer token of Microsoft Advertising."],
  amazon: ["AMAZON_APPLICATION_ID", "Application id of the Selling Partner API app, as in `amzn1.sp.solution.…`."],
} as const;

const visible = (text: string): string | undefined => (/^[\x21-\x7e]{1,500}$/.test(text) ? text : undefined);
const TAKES = "up to 500 visible ASCII characters";

function textVariable(name: string, description: string, secret: boolean): ConfigVariable<string> {
  return Object.freeze({ name, default: "none", description, takes: TAKES, secret, parse: visible });
}

const endpointsVariable: ConfigVariable<Readonly<Record<string, Readonly<Record<string, string>>>>> = Object.freeze({
  name: "CHANNEL_ENDPOINTS",
  default: "the platforms' public addresses",
  description:
    "Replaces addresses of the platforms' APIs, for a sandbox or a test: a JSON object by channel and address. The names are in `src/channels/platform-endpoints.ts`. Only an address on this machine may use http.",
  takes: 'a JSON object, as in {"google": {"api": "http://127.0.0.1:9000"}}',
  secret: false,
  parse: parseEndpoints,
});

function parseEndpoints(text: string): Readonly<Record<string, Readonly<Record<string, string>>>> | undefined {
  try {
    const given = Object.entries(members(parseJson(text)));
    const parsed = given.map(([slug, urls]) => [slug, endpointsOf(slug, urls)] as const);
    return given.length === 0 || parsed.some(([, urls]) => urls === undefined)
      ? undefined
      : Object.fromEntries(parsed.map(([slug, urls]) => [slug, urls ?? {}]));
  } catch {
    return undefined;
  }
}

function endpointsOf(slug: string, given: unknown): Readonly<Record<string, string>> | undefined {
  const known = members(members(PLATFORM_ENDPOINTS)[slug]);
  const urls = Object.entries(members(given));
  const isTaken = urls.every(
    ([name, url]) =>
      Object.hasOwn(known, name) &&
      typeof url === "string" &&
      /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url) &&
      URL.canParse(url),
  );
  return urls.length > 0 && isTaken ? Object.fromEntries(urls.map(([name, url]) => [name, String(url).replace(/\/+$/, "")])) : undefined;
}

/** Id and secret of each application, what else a platform wants of it, and other addresses. */
export const PLATFORM_VARIABLES: readonly ConfigVariable<unknown>[] = Object.freeze([
  ...entriesOf(APPLICATIONS).flatMap(([slug, where]) => [
    textVariable(`${slug.toUpperCase()}_CLIENT_ID`, `Client id of ${where}. With it, shops can connect their accounts.`, false),
    textVariable(`${slug.toUpperCase()}_CLIENT_SECRET`, `Client secret of ${where}.`, true),
  ]),
  ...Object.values(EXTRA_TOKENS).map(([name, description]) => textVariable(name, description, true)),
  endpointsVariable,
]);

/** By channel: settings of every platform, with null for what isn't configured. `read` answers a variable's value. */
export function platformSettings(read: <T>(variable: ConfigVariable<T>) => T | undefined): Readonly<Record<string, PlatformSettings>> {
  const other = read(endpointsVariable) ?? {};
  const text = (name: string, secret: boolean): string | null => read(textVariable(name, "", secret)) ?? null;
  const settings = entriesOf<Slug, Readonly<Record<string, string>>>(PLATFORM_ENDPOINTS).map(([slug, endpoints]) => {
    const extra = members(EXTRA_TOKENS)[slug];
    return [
      slug,
      {
        endpoints: { ...endpoints, ...other[slug] },
        clientId: text(`${slug.toUpperCase()}_CLIENT_ID`, false),
        clientSecret: text(`${slug.toUpperCase()}_CLIENT_SECRET`, true),
        applicationToken: Array.isArray(extra) ? text(String(extra[0]), true) : null,
      },
    ] as const;
  });
  return Object.fromEntries(settings);
}
