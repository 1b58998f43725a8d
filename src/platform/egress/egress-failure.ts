import { errors } from "undici";
import { members } from "../../kernel/unsafe.ts";
import type { EgressFault } from "./egress-port.ts";
import { AddressRefused } from "./guarded-agent.ts";
import { NameNotFound } from "./resolve-name.ts";

export interface Fault {
  readonly fault: EgressFault;
  readonly message: string;
}

/** What each code of a failed handshake says of the certificate. Others of its kind are told in general. */
const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another name.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate isn't valid yet.",
  CERT_REVOKED: "The certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed, so it can't be trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate comes from an authority that isn't trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The certificate comes from an authority that isn't trusted, or the server doesn't send an intermediate certificate.",
  UNABLE_TO_GET_ISSUER_CERT:
    "The certificate comes from an authority that isn't trusted, or the server doesn't send an intermediate certificate.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The certificate comes from an authority that isn't trusted, or the server doesn't send an intermediate certificate.",
};

const BROKEN_OFF = "The connection broke before the answer was complete.";

const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The server refused the connection.",
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  UND_ERR_SOCKET: BROKEN_OFF,
  EHOSTUNREACH: "The server can't be reached.",
  ENETUNREACH: "The server can't be reached.",
  EADDRNOTAVAIL: "The server can't be reached.",
  ETIMEDOUT: "The server didn't accept the connection in time.",
  UND_ERR_CONNECT_TIMEOUT: "The server didn't accept the connection in time.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: BROKEN_OFF,
};

/** Codes of OpenSSL's verification that carry no common prefix. */
const VERIFICATION = /^(?:CERT_|CRL_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)/;

/** What became of a connection, in one public sentence without an address of ours. */
export function faultOf(error: unknown, host: string): Fault {
  if (error instanceof AddressRefused) return { fault: "refused_address", message: "The address isn't public, so nothing was sent." };
  if (error instanceof NameNotFound) return { fault: "name_not_found", message: `The name ${host} was not found.` };
  const code = codeOf(error);
  const certificate = CERTIFICATE_FAULTS[code];
  if (certificate !== undefined) return { fault: "tls_failed", message: certificate };
  if (VERIFICATION.test(code)) return { fault: "tls_failed", message: "The certificate can't be trusted." };
  if (/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code)) return { fault: "tls_failed", message: "No encrypted connection could be established." };
  if (members(error)["syscall"] === "queryA" || members(error)["syscall"] === "queryAaaa")
    return { fault: "name_not_found", message: `The name server for ${host} didn't answer.` };
  if (error instanceof errors.HTTPParserError) return { fault: "connection_failed", message: "The server's answer isn't HTTP." };
  return { fault: "connection_failed", message: CONNECTION_FAULTS[code] ?? "The connection failed." };
}

function codeOf(error: unknown): string {
  const code = members(error)["code"];
  return typeof code === "string" ? code : "";
}
