import type { App } from "../app.ts";
import { recordAudit } from "../features/audit/index.ts";
import type { AnyOperation } from "../features/operation.ts";
import { type ErrorDetail, PlainError, RequestError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";
import type { Db, ShopDb } from "../platform/postgres/postgres-port.ts";
import { openAdminCall, type OpenedCall } from "../surfaces/http/open-call.ts";
import { changesNothing, performOperation, prepareOperation, type RawInput } from "../surfaces/http/perform-operation.ts";
import { inTransaction } from "../surfaces/http/transaction-retry.ts";

interface CommandInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Asks an operation of the API, with its own checks; answers its `data`. A change leaves its audit row. */
export type Perform = (operation: AnyOperation, input: CommandInput) => Promise<unknown>;

/** Operations of one shop for a person at the command line, in one transaction. What is at fault is said a line each. */
export async function inCommandTransaction<T>(app: App, shop: ShopDb, work: (perform: Perform, inside: ShopDb) => Promise<T>): Promise<T> {
  return inOneTransaction(app, (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const open = () => ({ call: { ...app.services, actor: ACTOR, requestId: REQUEST_ID, shop: inside }, concerned: () => shop.shopId });
    return work(performer(transaction, open), inside);
  });
}

/** The same for operations of the installation, which otherwise take an admin key: whoever has the command line has the database. */
export async function inAdminTransaction<T>(app: App, work: (perform: Perform) => Promise<T>): Promise<T> {
  return inOneTransaction(app, (transaction) =>
    work(performer(transaction, () => openAdminCall({ services: app.services, requestId: REQUEST_ID, db: transaction }, ACTOR))),
  );
}

async function inOneTransaction<T>(app: App, work: (transaction: Db) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(app.postgres.db, work);
  } catch (error) {
    if (error instanceof RequestError) throw new PlainError(error.code, sentencesOf(error), error);
    throw error;
  }
}

const ACTOR = { kind: "command_line" } as const;
const REQUEST_ID = "command line";

function performer(db: Db, open: () => OpenedCall): Perform {
  return async (operation, { path, query = {}, body = Buffer.alloc(0) }) => {
    const raw: RawInput = { path, query: { pairs: Object.entries(query), fault: null }, body };
    const { call, concerned } = open();
    const { output, action, facts } = await performOperation(prepareOperation(operation), call, raw);
    if (action !== null && !changesNothing(operation, facts))
      await recordAudit(db, {
        shopId: concerned(),
        action,
        actor: ACTOR,
        facts: { operation: operation.name, ...facts },
        secrets: operation.secrets,
        requestId: REQUEST_ID,
      });
    return members(output)["data"];
  };
}

function sentencesOf({ message, details }: RequestError): string {
  return details.length === 0 ? message : details.map(faultLine).join("\n");
}

/** `/rules/3/condition, line 1, column 5: There is no column titel.` */
function faultLine({ param, message, line, column }: ErrorDetail): string {
  const place = line === undefined || column === undefined ? param : `${param}, line ${line}, column ${column}`;
  return param.startsWith("/") ? `${place}: ${message}` : message;
}
