/** Structured logs. Members named like a secret are redacted by the implementation, whatever they hold. */
export interface Logger {
  debug(facts: Readonly<Record<string, unknown>>, message: string): void;
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
  child(facts: Readonly<Record<string, unknown>>): Logger;
}
