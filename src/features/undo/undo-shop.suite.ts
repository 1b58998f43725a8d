import { type FrontAnswer, frontClient, type FrontClient } from "../../../test/harness/front-client.ts";
import { listedShop } from "../../../test/harness/listed-shop.ts";
import { secondFeed } from "../../../test/harness/shop-fixture.ts";
import { storedId } from "../../kernel/ids.ts";
import { insertVersion } from "../feeds/index.ts";
import { httpFront } from "../../surfaces/http/http-front.suite.ts";
import { createKey } from "../keys/index.ts";
import { OPERATIONS } from "../operations.ts";
import { claimRun, workRun } from "../runs/index.ts";

/** A shop with a real snapshot of rows 1001 to 1004, asked over HTTP, so that what is done is audited. */
export async function undoShop(domain: string) {
  await using stack = new AsyncDisposableStack();
  const listed = stack.use(await listedShop(domain, 4));
  const { db } = listed.database;
  const front = stack.use(await httpFront({ operations: OPERATIONS, database: { db, reserve: db }, services: listed.real.services }));
  const clientWith = async (grants: readonly string[]): Promise<FrontClient> => {
    const made = await createKey(db, { kind: "merchant", shopId: listed.shop.shopId, name: "An agent", grants });
    return frontClient(front, made.rawKey);
  };
  let feeds = 0;
  const running = stack.move();
  return {
    db,
    front,
    primary: `feed_${listed.primaryId}`,
    shopId: listed.shop.shopId,
    clientWith,
    async newFeed(mode: "all" | "manual" = "all"): Promise<string> {
      feeds += 1;
      // Nobody waits for what was asked of the feeds before.
      await db.deleteFrom("runs").where("status", "=", "running").execute();
      await db.updateTable("feeds").set({ rerun_requested: false }).execute();
      const { id } = await secondFeed(listed.shop, `undo-${feeds}`);
      // A market without prices would exclude every row.
      await db.updateTable("feeds").set({ feed_type: "language", product_selection_mode: mode }).where("id", "=", id).execute();
      await insertVersion(listed.shop, storedId("feed", id), { summary: "Created the feed.", createdBy: { kind: "system" } });
      return `feed_${id}`;
    },
    async work(): Promise<void> {
      for (let claim = await claimRun(db, "test", 20); claim !== undefined; claim = await claimRun(db, "test", 20))
        await workRun(listed.real.services, listed.shop, claim, { signal: new AbortController().signal, end: async () => undefined });
    },
    /** The newest entry of the audit log. */
    async lastEntry() {
      return db.selectFrom("audit_log").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
export type UndoShop = Awaited<ReturnType<typeof undoShop>>;

/** What was answered; throws where that is an error, so that a test doesn't go on with nothing. */
export async function done(asked: Promise<FrontAnswer>): Promise<FrontAnswer> {
  const answer = await asked;
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}
