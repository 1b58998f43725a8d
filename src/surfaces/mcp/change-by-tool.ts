import { randomBytes } from "node:crypto";
import { findFeed, listActiveFeeds } from "../../features/feeds/index.ts";
import { claimPreview, issuePreview, settlePreview, TOKEN_BYTES, type Versions } from "../../features/tool-previews/index.ts";
import { type UndoOffer, undoOffer } from "../../features/undo/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import { type Around, tryChange } from "../http/answer-request.ts";
import { type ShownPreview, summariseOwnPreview, summariseTriedChange } from "./preview-summary.ts";
import { type AnswerBody, answerOf, askedOf, shopOfCall, type ToolCall } from "./tool-call.ts";

/** A change takes two calls: a preview, which answers a token, and the same call with the token, which makes the change once. */

/** Shows the change: by the operation's own preview, else by making it in a transaction that is rolled back. */
export async function previewChange(call: ToolCall): Promise<AnswerBody> {
  const versions = await versionsOf(call);
  const preview =
    (await ownPreview(call)) ?? summariseTriedChange(call.form.operation, await tryChange(askedOf(call, call.given), call.options));
  return { preview, ...(await issueToken(call, call.tool.name, versions)), undo: HOW_TO_UNDO };
}

/** Undefined where the operation has none, or none for a shop whose catalog has not come yet: such a shop can be set up all the same. */
async function ownPreview(call: ToolCall): Promise<ShownPreview | undefined> {
  const { previewMember, dryRun } = call.form.operation;
  if (previewMember === null && !dryRun) return undefined;
  try {
    return summariseOwnPreview((await answerOf(call, askedOf(call, call.given, true)))["data"]);
  } catch (thrown) {
    if (thrown instanceof RequestError && thrown.code === "no_feed") return undefined;
    throw thrown;
  }
}

const HOW_TO_UNDO = "The answer has `undo`: a tool and its arguments, or null if the change can't be undone.";

/** Makes the change that `token` was given for, unless it has been made. */
export async function applyPreviewed(call: ToolCall, token: string): Promise<AnswerBody> {
  let undo: UndoOffer | null = null;
  const around: Around = {
    async before(transaction) {
      call.caller.signal.throwIfAborted();
      await claimPreview(shopOfCall(call, transaction), claimOf(call, call.tool.name), token);
    },
    async after(transaction, { auditId, performed }) {
      call.caller.signal.throwIfAborted();
      undo = undoOffer(auditId, performed.irreversible);
      await settlePreview(shopOfCall(call, transaction), token, auditId);
    },
  };
  const answer = await answerOf(call, askedOf(call, call.given), around);
  return { ...answer, undo };
}

/** The token of `tool`'s call with these arguments. */
export async function issueToken(call: ToolCall, tool: string, versions: Versions): Promise<AnswerBody> {
  const { token, expiresAt } = await issuePreview(shopOfCall(call), claimOf(call, tool), { versions, secret: randomBytes(TOKEN_BYTES) });
  return { preview_token: token, expires_at: expiresAt.toISOString() };
}

/** Which rows a rule's preview shows is no part of the rule that is applied. */
function claimOf({ caller, given }: ToolCall, tool: string) {
  const { sample: _sample, page: _page, ...rule } = given;
  return { keyId: caller.caller.keyId, tool, arguments: tool === "apply_rule" ? rule : given };
}

/**
 * The feeds a call names, or all active ones where it could name some and doesn't. Read before the preview is made: a change that comes
 * between the two must be noticed.
 */
export async function versionsOf(call: ToolCall): Promise<Versions> {
  const { given, form } = call;
  const shop = shopOfCall(call);
  const { feed_id: one, feed_ids: several } = given;
  const named = [one, ...(Array.isArray(several) ? branded<readonly unknown[]>(several) : [])].flatMap(
    (id) => parseId("feed", String(id)) ?? [],
  );
  const isOfAll = named.length === 0 && form.flat.body.has("feed_ids");
  const feeds = isOfAll ? await listActiveFeeds(shop) : await Promise.all(named.map((id) => findFeed(shop, id)));
  return Object.fromEntries(feeds.flatMap((feed) => (feed === undefined ? [] : [[feed.id, feed.definition_version]])));
}
