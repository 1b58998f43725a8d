import { PlainError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Ends the sentence "Feedwright cannot … on 127.0.0.1:8080". */
  readonly verb: string;
  /** The settings to change. */
  readonly settings: string;
}

/** One sentence on why a port cannot be listened on. */
export function portUnusable({ host, port, verb, settings }: Listener, error: unknown): PlainError {
  const message = `Feedwright can't ${verb} on ${host}:${port}: ${fault(error)} Set ${settings} to another value.`;
  return new PlainError("port_unusable", message, error);
}

function fault(error: unknown): string {
  const code = members(error)["code"];
  if (code === "EADDRINUSE") return "another program is using the port.";
  if (code === "EACCES") return "this account isn't allowed to use the port.";
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "this machine doesn't have that address.";
  return `${String(code)}.`;
}
