import type { App } from "../app.ts";
import { namedFeed, recordAudit } from "../features/audit/index.ts";
import type { AnyOperation } from "../features/operation.ts";
import { type ErrorDetail, PlainError, RequestError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";
import type { Db, ShopDb } from "../platform/postgres/postgres-port.ts";
import { type Scope, SCOPES } from "../kernel/scopes.ts";
import { openAdminCall, type OpenedCall } from "../surfaces/http/open-call.ts";
import { despiteOutdating } from "../surfaces/http/outdated-preparation.ts";
import {
  performChange,
  performReading,
  type Preparation,
  prepareChange,
  prepareOperation,
  type RawInput,
  readRequest,
  type ReadRequest,
} from "../surfaces/http/perform-operation.ts";
import { readable } from "../kernel/written-json.ts";
import { inTransaction } from "../surfaces/http/transaction-retry.ts";

interface CommandInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** A reading answers its `meta`, too. */
  readonly withMeta?: true;
}

/** What else belongs to the change of a command: it runs within the transaction, around the operation. */
type Around<T> = (perform: () => Promise<unknown>, inside: ShopDb) => Promise<T>;

/** One operation of a shop for a person at the command line, with its own checks; answers its `data`, or its text. A change leaves its audit row. What is at fault is said a line each. */
export function performCommand(app: App, shop: ShopDb, operation: AnyOperation, input: CommandInput): Promise<unknown> {
  return performAround(app, shop, { operation, input, around: (perform) => perform() });
}

interface CommandChange<T> {
  readonly operation: AnyOperation;
  readonly input: CommandInput;
  readonly around: Around<T>;
}

/** Whoever has the command line has the database. */
const EVERY_SCOPE: ReadonlySet<Scope> = new Set(SCOPES);

export async function performAround<T>(app: App, shop: ShopDb, { operation, input, around }: CommandChange<T>): Promise<T> {
  const open = (db: Db): OpenedCall => ({
    call: { ...app.services, actor: ACTOR, requestId: REQUEST_ID, scopes: EVERY_SCOPE, shop: { ...shop, db } },
    concerned: () => shop.shopId,
  });
  return inOneTransaction(app, { operation, input, open, around: (perform, db) => around(perform, { ...shop, db }) });
}

/** The same for operations of the installation, which otherwise take an admin key: whoever has the command line has the database. */
export function performAdminCommand(app: App, operation: AnyOperation, input: CommandInput): Promise<unknown> {
  const open = (db: Db): OpenedCall => openAdminCall({ services: app.services, requestId: REQUEST_ID, db }, ACTOR);
  return inOneTransaction(app, { operation, input, open, around: (perform) => perform() });
}

interface CommandWork<T> {
  readonly operation: AnyOperation;
  readonly input: CommandInput;
  readonly open: (db: Db) => OpenedCall;
  readonly around: (perform: () => Promise<unknown>, db: Db) => Promise<T>;
}

async function inOneTransaction<T>({ postgres: { db } }: App, { operation, input, open, around }: CommandWork<T>): Promise<T> {
  const { path, query = {}, body = Buffer.alloc(0), withMeta = false } = input;
  const raw: RawInput = { path, query: { pairs: Object.entries(query), fault: null }, body };
  const request = readRequest(prepareOperation(operation), raw);
  const read = async (): Promise<unknown> => {
    const output = readable((await performReading(request, open(db).call)).output);
    return operation.answersAs === null && !withMeta ? members(output)["data"] : output;
  };
  const change = async (): Promise<T> => {
    const preparation = await prepareChange(request, open(db).call);
    const inside = (transaction: Db): Promise<T> =>
      around(() => performInside(request, preparation, { transaction, opened: open(transaction) }), transaction);
    return inTransaction(db, inside, preparation.undo);
  };
  try {
    return await despiteOutdating(() => (request.changesNothing ? around(read, db) : change()));
  } catch (error) {
    if (error instanceof RequestError) throw new PlainError(error.code, sentencesOf(error), error);
    throw error;
  }
}

const ACTOR = { kind: "command_line" } as const;
const REQUEST_ID = "command line";

interface Inside {
  readonly transaction: Db;
  readonly opened: OpenedCall;
}

async function performInside(request: ReadRequest, preparation: Preparation, { transaction, opened }: Inside): Promise<unknown> {
  const { operation } = request;
  const { output, action, facts } = await performChange(request, opened.call, preparation);
  if (action !== null)
    await recordAudit(transaction, {
      shopId: opened.concerned(),
      feedId: namedFeed(operation, facts),
      action,
      actor: ACTOR,
      facts: { operation: operation.name, ...facts },
      secrets: operation.secrets,
      requestId: REQUEST_ID,
    });
  return members(output)["data"];
}

function sentencesOf({ message, details }: RequestError): string {
  return details.length === 0 ? message : details.map(faultLine).join("\n");
}

/** `/rules/3/condition, line 1, column 5: There is no column titel.` */
function faultLine({ param, message, line, column }: ErrorDetail): string {
  const place = line === undefined || column === undefined ? param : `${param}, line ${line}, column ${column}`;
  return param.startsWith("/") ? `${place}: ${message}` : message;
}
