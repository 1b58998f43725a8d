import { z } from "zod";
import type { PlatformCall, PushBatch, PushOutcome } from "../platform-port.ts";
import { PlatformFault, type PlatformRequest, type RateLimit } from "../platform-request.ts";
import { feedDocument, readReport } from "./platform-document.ts";
import { apiOf } from "./platform-regions.ts";

const FEED_TYPE = "JSON_LISTINGS_FEED";
const CONTENT_TYPE = "application/json; charset=UTF-8";
/** Well within the minute that passes between two feeds, so that the next one waits for its rate alone. */
const ASK_AGAIN_MS = 20_000;
/** A batch that began longer ago has been tried before. */
const REPEAT_AFTER_MS = 5_000;
/** Until a new feed is in the list of feeds. */
const LISTED_AFTER_MS = 10_000;
const REPORT_BYTES_MAX = 64 * 1024 * 1024;

/** Feeds API 2021-06-30. Listings have a limit of their own: five feeds in five minutes. One a minute keeps it in every such span, and a second is for the way there. */
const RATES = {
  createFeed: [
    { name: "createFeed", perSecond: 0.0083, burst: 15, of: "account" },
    { name: "createListingsFeed", perSecond: 1 / 61, burst: 1, of: "account" },
  ],
  createFeedDocument: [{ name: "createFeedDocument", perSecond: 0.5, burst: 15, of: "account" }],
  getFeed: [{ name: "getFeed", perSecond: 2, burst: 15, of: "account" }],
  getFeeds: [{ name: "getFeeds", perSecond: 0.0222, burst: 10, of: "account" }],
  getFeedDocument: [{ name: "getFeedDocument", perSecond: 0.0222, burst: 10, of: "account" }],
} satisfies Record<string, readonly RateLimit[]>;

const NewDocument = z.object({ feedDocumentId: z.string().min(1), url: z.url() });
const NewFeed = z.object({ feedId: z.string().min(1) });
const Feed = z.object({ processingStatus: z.string(), resultFeedDocumentId: z.string().optional() });
const Feeds = z.object({ feeds: z.array(Feed.extend({ feedId: z.string().min(1), createdTime: z.string() })) });
const ReportDocument = z.object({ url: z.url(), compressionAlgorithm: z.string().optional() });
const Anything = z.unknown();

/** Sends the rows as one feed. The answer that a feed was made may get lost, so one that's there is looked for before a second is made. */
export async function pushToAmazon(call: PlatformCall, { rows, settings, since }: PushBatch): Promise<PushOutcome> {
  const marketplace = typeof settings["marketplace_id"] === "string" ? settings["marketplace_id"] : call.account().id;
  const puts = rows.filter(({ kind }) => kind === "put").length;
  const batch = { marketplace, least: puts, most: rows.length };
  const isRepeat = call.now().getTime() - since.getTime() > REPEAT_AFTER_MS;
  const handle = (isRepeat ? await findFeed(call, batch, since) : null) ?? (await sendFeed(call, batch, rows));
  return { kind: "accepted", handle, askAgainMs: ASK_AGAIN_MS };
}

/** Answers the feed's handle. */
async function sendFeed(call: PlatformCall, batch: SentBatch, rows: PushBatch["rows"]): Promise<string> {
  const header = { sellerId: call.grant().parts["selling_partner_id"] ?? "", issueLocale: localeOf(call) };
  return createFeed(call, batch, await upload(call, feedDocument(rows, header)));
}

interface SentBatch {
  readonly marketplace: string;
  /** How many messages its report speaks of, which may leave out removals. */
  readonly least: number;
  readonly most: number;
}

export const localeOf = (call: PlatformCall): string => call.account().parts["language"] ?? "en_US";

async function upload(call: PlatformCall, document: Buffer): Promise<string> {
  const { feedDocumentId, url } = await call.ask(
    signed(call, "createFeedDocument", { method: "POST", path: "documents", body: { json: { contentType: CONTENT_TYPE } } }),
    NewDocument,
  );
  const body = { bytes: document, contentType: CONTENT_TYPE };
  await call.ask({ method: "PUT", url, body, rates: [], isRepeatable: true, isSigned: false }, Anything);
  return feedDocumentId;
}

async function createFeed(call: PlatformCall, batch: SentBatch, documentId: string): Promise<string> {
  const json = { feedType: FEED_TYPE, marketplaceIds: [batch.marketplace], inputFeedDocumentId: documentId };
  const request = signed(call, "createFeed", { method: "POST", path: "feeds", body: { json } });
  const began = call.now();
  try {
    return (await call.ask(request, NewFeed)).feedId;
  } catch (error) {
    if (!(error instanceof PlatformFault && error.isOutcomeUnknown)) throw error;
    await call.pause(LISTED_AFTER_MS);
    return (await findFeed(call, batch, began)) ?? (await call.ask(request, NewFeed)).feedId;
  }
}

/**
 * The feed that a lost answer was about; null: it isn't there, or it isn't clear which one it is. Feeds don't say which document they
 * were made of, and a second feed of the same rows changes nothing.
 */
async function findFeed(call: PlatformCall, { marketplace, least, most }: SentBatch, began: Date): Promise<string | null> {
  // Amazon's times have no fractions of a second.
  const since = new Date(Math.floor(began.getTime() / 1_000) * 1_000);
  const query = { feedTypes: FEED_TYPE, marketplaceIds: marketplace, pageSize: 100, createdSince: since.toISOString() };
  const { feeds } = await call.ask(signed(call, "getFeeds", { method: "GET", path: "feeds", query }), Feeds);
  const [feed, another] = feeds.filter(
    ({ createdTime, processingStatus }) => Date.parse(createdTime) >= since.getTime() && !STOPPED.includes(processingStatus),
  );
  if (feed === undefined || another !== undefined) return null;
  const handle = `${least}-${most}/${feed.feedId}`;
  if (feed.resultFeedDocumentId === undefined) return handle;
  // Done already: its report says whether it can be ours, so that someone else's isn't taken again and again.
  const report = readReport(...(await loadReport(call, feed.resultFeedDocumentId)));
  return report.messages >= least && report.messages <= most ? handle : null;
}

const STOPPED = ["CANCELLED", "FATAL"];

/** What became of a feed. */
export async function pushedToAmazon(call: PlatformCall, handle: string): Promise<PushOutcome> {
  const { feedId, least, most } = readHandle(handle);
  const feed = await call.ask(signed(call, "getFeed", { method: "GET", path: `feeds/${encodeURIComponent(feedId)}` }), Feed);
  if (feed.processingStatus === "IN_QUEUE" || feed.processingStatus === "IN_PROGRESS")
    return { kind: "accepted", handle, askAgainMs: ASK_AGAIN_MS };
  if (feed.processingStatus !== "DONE" || feed.resultFeedDocumentId === undefined) throw stopped(feed.processingStatus);
  const report = readReport(...(await loadReport(call, feed.resultFeedDocumentId)));
  if (report.refusal !== null) throw report.refusal;
  if (report.messages < least || report.messages > most)
    throw new PlatformFault("refused", "Another program's feed was taken for ours. Sync again.", { isOutcomeUnknown: true });
  return { kind: "done", faults: report.faults };
}

function stopped(status: string): PlatformFault {
  const why = status === "CANCELLED" ? "The feed was cancelled at Amazon." : `Amazon couldn't process the feed (${status}).`;
  return new PlatformFault("refused", `${why} Sync again.`, { platformCode: status, isOutcomeUnknown: status !== "CANCELLED" });
}

async function loadReport(call: PlatformCall, documentId: string): Promise<readonly [Buffer, boolean]> {
  const path = `documents/${encodeURIComponent(documentId)}`;
  const { url, compressionAlgorithm } = await call.ask(signed(call, "getFeedDocument", { method: "GET", path }), ReportDocument);
  const request = { method: "GET", url, rates: [], isRepeatable: true, isSigned: false, answerBytesMax: REPORT_BYTES_MAX } as const;
  return [await call.load(request), compressionAlgorithm === "GZIP"];
}

/** A document that nobody uses is dropped by Amazon, so only a feed mustn't be made twice. */
function signed(
  call: PlatformCall,
  rate: keyof typeof RATES,
  { path, ...rest }: Pick<PlatformRequest, "method" | "query" | "body"> & { readonly path: string },
): PlatformRequest {
  const url = `${apiOf(call)}/feeds/2021-06-30/${path}`;
  return { ...rest, url, rates: RATES[rate], isRepeatable: rate !== "createFeed", isSigned: true };
}

/** `<feed>` of a feed that is ours for sure; `<least>-<most>/<feed>` of one that was found, whose report must speak of so many messages. */
function readHandle(handle: string): { readonly feedId: string; readonly least: number; readonly most: number } {
  const [feedId = "", bounds = "0-Infinity"] = handle.split("/").toReversed();
  const [least, most] = bounds.split("-").map(Number);
  return { feedId, least: least ?? 0, most: most ?? 0 };
}
