import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { request } from "node:http";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checksumOf } from "./checksums.ts";
import { type StandIn, type StandInOptions, startStandIn, STAND_IN_CREDENTIALS, STAND_IN_REGION } from "./start-stand-in.ts";

let stack: AsyncDisposableStack;
let root: string;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  root = stack.use(await mkdtempDisposable(`${tmpdir()}/feedwright-stand-in-`)).path;
});
afterEach(() => stack.disposeAsync());

async function started(options: Partial<StandInOptions> = {}): Promise<StandIn> {
  return stack.use(await startStandIn({ root, buckets: ["feeds"], ...options }));
}

function clientOf({ url }: StandIn, checksums: "WHEN_SUPPORTED" | "WHEN_REQUIRED" = "WHEN_SUPPORTED"): S3Client {
  const client = new S3Client({
    endpoint: url,
    region: STAND_IN_REGION,
    forcePathStyle: true,
    credentials: { ...STAND_IN_CREDENTIALS },
    requestChecksumCalculation: checksums,
    maxAttempts: 1,
  });
  stack.defer(() => client.destroy());
  return client;
}

const at = (Key: string) => ({ Bucket: "feeds", Key });

describe("examples of AWS's own documentation", () => {
  const options: Partial<StandInOptions> = {
    buckets: ["examplebucket"],
    credentials: [{ accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" }],
    region: "us-east-1",
    now: () => new Date("2013-05-24T00:00:00Z"),
  };
  const credential = "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";

  async function ask(standIn: StandIn, asked: { method: string; path: string; headers: Record<string, string>; body?: string }) {
    const { method, path, headers, body = "" } = asked;
    return new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = request(`${standIn.url}${path}`, { method, headers, setHost: false }, (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
      });
      sent.on("error", reject).end(body);
    });
  }

  const get = (signature: string) => ({
    method: "GET",
    path: "/test.txt",
    headers: {
      host: "examplebucket.s3.amazonaws.com",
      range: "bytes=0-9",
      "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "x-amz-date": "20130524T000000Z",
      authorization: `${credential}, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    },
  });

  test("a signed request is admitted, and another signature isn't", async () => {
    const standIn = await started(options);
    const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
    expect((await ask(standIn, get(signature))).body).toContain("<Code>NoSuchKey</Code>");
    expect((await ask(standIn, get(signature.replace("f0", "f1")))).body).toContain("<Code>SignatureDoesNotMatch</Code>");
  });

  const chunked = (fill: string) => {
    const chunk = (bytes: number, signature: string): string =>
      `${bytes.toString(16)};chunk-signature=${signature}\r\n${fill.repeat(bytes)}\r\n`;
    return {
      method: "PUT",
      path: "/examplebucket/chunkObject.txt",
      headers: {
        host: "s3.amazonaws.com",
        "x-amz-date": "20130524T000000Z",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
        "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
        "content-encoding": "aws-chunked",
        "x-amz-decoded-content-length": "66560",
        "content-length": "66824",
        authorization: `${credential},SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9`,
      },
      body:
        chunk(65_536, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648") +
        chunk(1_024, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497") +
        chunk(0, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"),
    };
  };

  test("a body in signed chunks is stored without its frame, and one that was changed isn't", async () => {
    const standIn = await started(options);
    expect((await ask(standIn, chunked("b"))).body).toContain("<Code>SignatureDoesNotMatch</Code>");
    expect((await ask(standIn, chunked("a"))).status).toBe(200);
    expect(standIn.buckets.get("examplebucket")?.get("chunkObject.txt")?.bytes).toBe(66_560);
  });
});

test.each([
  ["crc32", "y/Q5Jg=="],
  ["crc32c", "4waSgw=="],
  ["crc64nvme", "rosUhgp5mIg="],
] as const)("%s is the published check value", (name, wanted) => {
  expect(checksumOf(name, Buffer.from("123456789"))).toBe(wanted);
});

describe("the client's own requests", () => {
  test.each(["WHEN_SUPPORTED", "WHEN_REQUIRED"] as const)("come back as they went in: %s", async (checksums) => {
    const client = clientOf(await started(), checksums);
    const chunks = [Buffer.alloc(70_000, 1), Buffer.alloc(70_000, 2)];
    await client.send(
      new PutObjectCommand({ ...at("a/ü +~!'()*"), Body: Readable.from(chunks), ContentLength: 140_000, Metadata: { sum: "x" } }),
    );
    const { Body, Metadata } = await client.send(new GetObjectCommand(at("a/ü +~!'()*")));
    expect(Buffer.concat(chunks).equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
    expect(Metadata).toEqual({ sum: "x" });
    const part = await client.send(new GetObjectCommand({ ...at("a/ü +~!'()*"), Range: "bytes=69999-70000" }));
    expect([...((await part.Body?.transformToByteArray()) ?? [])]).toEqual([1, 2]);
  });

  test("are refused with a wrong checksum", async () => {
    const client = clientOf(await started());
    await expect(client.send(new PutObjectCommand({ ...at("a"), Body: "x", ChecksumCRC32: "AAAAAA==" }))).rejects.toThrow("crc32");
    await expect(
      client.send(new PutObjectCommand({ ...at("a"), Body: "x", ContentMD5: "AAAAAAAAAAAAAAAAAAAAAA==" })),
    ).rejects.toMatchObject({
      name: "BadDigest",
    });
    await expect(client.send(new HeadObjectCommand(at("a")))).rejects.toMatchObject({ name: "NotFound" });
  });

  test("with a condition are won by one of many", async () => {
    const client = clientOf(await started());
    const puts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => client.send(new PutObjectCommand({ ...at("a"), Body: String(index), IfNoneMatch: "*" }))),
    );
    expect(puts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("in parts keep S3's rules", async () => {
    const client = clientOf(await started());
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at("a")));
    const upload = { ...at("a"), UploadId };
    const tags: (string | undefined)[] = [];
    for (const [index, bytes] of [5 * 1024 * 1024, 100, 100].entries())
      tags.push((await client.send(new UploadPartCommand({ ...upload, PartNumber: index + 1, Body: Buffer.alloc(bytes, index) }))).ETag);
    const complete = (numbers: readonly number[], etags = tags) =>
      client.send(
        new CompleteMultipartUploadCommand({
          ...upload,
          MultipartUpload: { Parts: numbers.map((number) => ({ PartNumber: number, ETag: etags[number - 1] })) },
        }),
      );
    await expect(complete([1, 2, 3])).rejects.toMatchObject({ name: "EntityTooSmall" });
    await expect(complete([2, 1])).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete([1, 2], tags.toReversed())).rejects.toMatchObject({ name: "InvalidPart" });
    expect((await complete([1, 3])).ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect((await client.send(new HeadObjectCommand(at("a")))).ContentLength).toBe(5 * 1024 * 1024 + 100);
    await expect(complete([1, 3])).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  test("list page by page in the order of bytes, and survive a restart", async () => {
    const first = await started();
    const keys = ["B", "a", "a-b", "a/b", "a/c", "ab", "é"];
    for (const key of keys.toReversed()) await clientOf(first).send(new PutObjectCommand({ ...at(key), Body: key }));
    await first[Symbol.asyncDispose]();
    const client = clientOf(await started());
    const listed: (string | undefined)[] = [];
    for (let token: string | undefined, page = 0; page < 4; page += 1) {
      const answer = await client.send(new ListObjectsV2Command({ Bucket: "feeds", MaxKeys: 2, ContinuationToken: token }));
      listed.push(...(answer.Contents ?? []).map(({ Key }) => Key));
      token = answer.NextContinuationToken;
    }
    expect(listed).toEqual(keys);
    const folders = await client.send(new ListObjectsV2Command({ Bucket: "feeds", Delimiter: "/" }));
    expect(folders.CommonPrefixes).toEqual([{ Prefix: "a/" }]);
  });
});

test("faults follow from the seed", async () => {
  const happened = async (seed: number) => {
    await using standIn = await startStandIn({ root, buckets: ["feeds"], seed, faults: { slowDown: 0.3, reset: 0.2 } });
    const client = clientOf(standIn);
    for (let turn = 0; turn < 20; turn += 1) await client.send(new HeadObjectCommand(at("a"))).catch(() => undefined);
    return standIn.happened.join(" ");
  };
  expect(await happened(7)).toBe(await happened(7));
  expect(await happened(7)).not.toBe(await happened(8));
});
