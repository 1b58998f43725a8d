import type { IncomingMessage } from "node:http";
import type { Body } from "./request-body.ts";
import type { Bucket } from "./stored-objects.ts";

/** A request whose signature and bytes have been found right. */
export interface Call {
  readonly request: IncomingMessage;
  readonly method: string;
  readonly bucket: Bucket;
  readonly bucketName: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly now: number;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly xml?: string;
  /** An object's bytes, and how many they are. */
  readonly bytes?: { readonly length: number; readonly stream: AsyncIterable<Buffer> };
}
