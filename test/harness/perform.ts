import type { AnyOperation, Services } from "../../src/features/operation.ts";
import { type Scope, SCOPES } from "../../src/kernel/scopes.ts";
import { branded, members } from "../../src/kernel/unsafe.ts";
import { readable } from "../../src/kernel/written-json.ts";
import { type Db, openShop, type ShopDb } from "../../src/platform/postgres/postgres-port.ts";
import { performChange, performReading, prepareChange, prepareOperation, readRequest } from "../../src/surfaces/http/perform-operation.ts";
import { despiteOutdating } from "../../src/surfaces/http/outdated-preparation.ts";
import { inTransaction } from "../../src/surfaces/http/transaction-retry.ts";

interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Of the key that asks; every scope, if left out. */
  readonly scopes?: readonly Scope[];
}

/** What an operation answers a request of the shop, with the transaction a request has; nothing for one without a body. The caller names the answer's type. */
export async function perform<Answer>(
  services: Services,
  shop: ShopDb,
  operation: AnyOperation,
  input: OperationInput = {},
): Promise<Answer> {
  return branded<Answer>(members(await performWhole(services, shop, operation, input))["data"]);
}

/** The same with what stands beside the data. */
export async function performWhole<Body>(
  services: Services,
  shop: ShopDb,
  operation: AnyOperation,
  input: OperationInput = {},
): Promise<Body> {
  const raw = {
    path: input.path ?? {},
    query: { pairs: Object.entries(input.query ?? {}), fault: null },
    body: Buffer.from(input.body === undefined ? "" : JSON.stringify(input.body)),
  };
  const request = readRequest(prepareOperation(operation), raw);
  const callOf = (db: Db) => ({
    ...services,
    actor: { kind: "system" } as const,
    requestId: "req_test",
    scopes: new Set(input.scopes ?? SCOPES),
    shop: openShop(db, shop.shopId),
  });
  if (request.changesNothing) return branded<Body>(readable((await performReading(request, callOf(shop.db))).output));
  return despiteOutdating(async () => {
    const preparation = await prepareChange(request, callOf(shop.db));
    const inside = (transaction: Db) => performChange(request, callOf(transaction), preparation);
    return branded<Body>((await inTransaction(shop.db, inside, preparation.undo)).output);
  });
}
