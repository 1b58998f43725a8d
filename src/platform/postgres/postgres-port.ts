import { AsyncLocalStorage } from "node:async_hooks";
import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { OrganizationId, ShopId } from "../../kernel/ids.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { Database } from "./tables.ts";

export type { Database } from "./tables.ts";

/** The pool, or a transaction of it: the same queries run on both. */
export type Db = Kysely<Database>;

/** The database hangs, or one statement of it does. What was under way may have been done: a change may have been committed. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";

  constructor() {
    super("the database doesn't answer");
  }
}

const IN_TRANSACTION = new AsyncLocalStorage<true>();

/**
 * The one way to begin a transaction. Whatever the work calls can tell that it is inside one: a transaction holds a connection and locks, so
 * it waits for nothing but the database.
 */
export async function transact<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute((transaction) => IN_TRANSACTION.run(true, () => work(transaction)));
}

/** The same function for what takes long or waits for others: a call within a transaction fails, wherever it is tried. `what`: whom it asks. */
export function outsideTransactions<Args extends readonly unknown[], T>(what: string, ask: (...args: Args) => T): (...args: Args) => T {
  return (...args) => {
    if (IN_TRANSACTION.getStore() === true)
      throw new Error(`${what} was asked within a transaction. Ask before it begins, as the \`prepare\` of a write does.`);
    return ask(...args);
  };
}

/** The database as one shop may see it. Only the request and job boundaries make one; every query of a shop's rows takes it. */
export interface ShopDb {
  readonly brand: "shop-db";
  readonly db: Db;
  readonly shopId: ShopId;
}

/** For the request and job boundaries alone (held by the architecture test): who may act for the shop has been settled by then. */
export function openShop(db: Db, shopId: ShopId): ShopDb {
  return Object.freeze(branded<ShopDb>({ brand: "shop-db", db, shopId }));
}

/** Stands for the shop in a query that is compiled for all of them; no shop has it. */
const ANY_SHOP = branded<ShopId>(-1);

/** By what builds it. */
const COMPILED = new WeakMap<object, CompiledQuery>();

/**
 * The rows of a query that is asked all the time: built and printed once instead of each time, which takes as long as sending it. `build`
 * is one function for the whole program, and nothing but the shop differs from one time to the next.
 */
export async function compiledRows<Row>(shop: ShopDb, build: (shop: ShopDb) => Compilable<Row>): Promise<readonly Row[]> {
  const compiled = COMPILED.get(build) ?? build(openShop(shop.db, ANY_SHOP)).compile();
  COMPILED.set(build, compiled);
  const parameters = compiled.parameters.map((value) => (value === ANY_SHOP ? shop.shopId : value));
  const { rows } = await shop.db.executeQuery<Row>(branded({ ...compiled, parameters }));
  return rows;
}

/** The database as one organization may see it, made and taken as a `ShopDb` is. */
export interface OrganizationDb {
  readonly brand: "organization-db";
  readonly db: Db;
  readonly organizationId: OrganizationId;
}

/** For the request boundary alone, as `openShop`. */
export function openOrganization(db: Db, organizationId: OrganizationId): OrganizationDb {
  return Object.freeze(branded<OrganizationDb>({ brand: "organization-db", db, organizationId }));
}
