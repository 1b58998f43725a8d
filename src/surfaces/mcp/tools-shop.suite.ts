import { mcpClient, type McpOptions } from "../../../test/harness/mcp-client.ts";
import { listedShop, type ListedShop } from "../../../test/harness/listed-shop.ts";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import { createKey } from "../../features/keys/index.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { claimRun, workRun } from "../../features/runs/index.ts";
import { httpFront, type HttpFront } from "../http/http-front.suite.ts";

/** A shop with a published feed, and agents with its keys. */
export interface ToolsShop extends AsyncDisposable {
  readonly listed: ListedShop;
  readonly front: HttpFront;
  readonly feed: string;
  agent(options?: McpOptions & { readonly grants?: readonly string[] }): Promise<ReturnType<typeof mcpClient>>;
  /** Does the runs that wait. */
  work(): Promise<void>;
}

export async function toolsShop(domain: string, catalog: number | ListedCatalog): Promise<ToolsShop> {
  await using stack = new AsyncDisposableStack();
  const listed = stack.use(await listedShop(domain, catalog));
  const { real, shop, database, primaryId } = listed;
  const front = stack.use(await httpFront({ operations: OPERATIONS, database, services: real.services }));
  const work = async (): Promise<void> => {
    for (let claim = await claimRun(database.db, "test", 20); claim !== undefined; claim = await claimRun(database.db, "test", 20))
      await workRun(real.services, shop, claim, { signal: new AbortController().signal, end: async () => undefined });
  };
  await work();
  const running = stack.move();
  return {
    listed,
    front,
    feed: `feed_${primaryId}`,
    async agent({ grants = ["full_access"], ...options } = {}) {
      const { rawKey } = await createKey(database.db, { kind: "merchant", shopId: shop.shopId, name: "Agent", grants });
      return mcpClient(front, { key: rawKey, ...options });
    },
    work,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
