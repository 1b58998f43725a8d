import { parseJson } from "./unsafe.ts";

/** An answer that is JSON already, in UTF-8. A long one whose parts come as JSON is sent as it is, instead of being read and written again. */
export class WrittenJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** What the JSON says. */
  value(): unknown {
    return parseJson(this.bytes.toString());
  }
}

/** What an operation answered, for callers that read it rather than send it. */
export function readable(output: unknown): unknown {
  return output instanceof WrittenJson ? output.value() : output;
}
