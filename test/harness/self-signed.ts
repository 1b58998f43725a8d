import { generateKeyPairSync, sign } from "node:crypto";

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;

/** A certificate (RFC 5280) for one name, signed with its own key; nothing of it lies in a file. Node can sign one, but not write one. */
export function selfSigned(name: string, endsAt: Date = new Date(Date.now() + DAY_MS)): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const called = der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from(name)))));
  const ecdsaWithSha256 = der(0x30, oid("2a8648ce3d040302"));
  const alternativeNames = der(0x30, der(0x82, Buffer.from(name)));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    called,
    der(0x30, time(new Date(endsAt.getTime() - 2 * DAY_MS)), time(endsAt)),
    called,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, der(0x30, oid("551d11"), der(0x04, alternativeNames)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const certificate = der(0x30, body, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]; // prettier-ignore
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

/** GeneralizedTime. */
function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\..*/g, "")}Z`));
}
