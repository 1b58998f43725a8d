import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import type { ShopCall } from "../operation.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";

/** Long enough to start a download; a link that leaks is soon worthless. */
export const DOWNLOAD_LIFETIME_S = 300;

/** Signatures of downloads have a key of their own. */
const PURPOSE = "download";

const Download = z.tuple([z.string(), z.string(), z.string(), z.int(), z.int().nullable()]);

/** Whose word a link stands on: it ends with this key, and with this shop. No key: the command line asked. */
export interface DownloadGrant {
  readonly shopId: number;
  readonly keyId: number | null;
}

/** An object somebody may fetch for five minutes without a key. */
export interface Download extends DownloadGrant {
  readonly key: string;
  readonly fileName: string;
  readonly contentType: string;
}

export const DownloadUrlShape = z
  .strictObject({
    object: z.literal("download_url"),
    url: z.string().meta({ description: "URL that works for five minutes without a key." }),
    filename: z.string(),
    content_type: z.string(),
    size_bytes: z.int(),
    expires_at: z.iso.datetime(),
    expires_in: z.literal(DOWNLOAD_LIFETIME_S),
  })
  .meta({ id: "DownloadUrl" });

/** Who asks in this call. */
export function grantOf({ shop, actor }: Pick<ShopCall, "shop" | "actor">): DownloadGrant {
  return { shopId: shop.shopId, keyId: actor.kind === "key" ? actor.keyId : null };
}

interface Signing {
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** A link to the object: what it names and when it ends are in the link, signed, so that any process can serve it. */
export function signDownload(
  { secrets, clock, filesUrl }: Signing & { readonly filesUrl: string },
  download: Download,
  sizeBytes: number,
): z.input<typeof DownloadUrlShape> {
  const expires = Math.floor(clock.now().getTime() / 1000) + DOWNLOAD_LIFETIME_S;
  const token = Buffer.from(
    JSON.stringify([download.key, download.fileName, download.contentType, download.shopId, download.keyId]),
  ).toString("base64url");
  const signature = secrets.sign(PURPOSE, `${expires}.${token}`);
  return {
    object: "download_url",
    url: `${filesUrl}/downloads/${token}?expires=${expires}&signature=${signature}`,
    filename: download.fileName,
    content_type: download.contentType,
    size_bytes: sizeBytes,
    expires_at: new Date(expires * 1000).toISOString(),
    expires_in: DOWNLOAD_LIFETIME_S,
  };
}

/** The object a link names; `undefined` when the link is not ours, was changed, or its time is over. */
export function readSignedDownload(
  { secrets, clock }: Signing,
  link: { readonly token: string; readonly expires: string; readonly signature: string },
): Download | undefined {
  if (!/^[0-9]{1,12}$/.test(link.expires) || !secrets.verify(PURPOSE, `${link.expires}.${link.token}`, link.signature)) return undefined;
  if (Number(link.expires) * 1000 < clock.now().getTime()) return undefined;
  const parsed = Download.safeParse(parseJson(Buffer.from(link.token, "base64url").toString("utf8"))).data;
  if (parsed === undefined) return undefined;
  const [key, fileName, contentType, shopId, keyId] = parsed;
  return { key, fileName, contentType, shopId, keyId };
}
