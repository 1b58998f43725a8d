import type { App } from "../app.ts";
import type { ChannelPack } from "../channels/channel-port.ts";
import type { AnyOperation } from "../features/operation.ts";
import { PlainError } from "../kernel/errors.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import { openCommandApp } from "./command-app.ts";
import { performCommand } from "./command-operation.ts";
import { findChannel } from "./find-channel.ts";
import { findShop } from "./find-shop.ts";

/** A channel of one shop, as commands name both. */
export interface ShopChannel {
  readonly shop: string;
  readonly channel: string;
}

export interface OpenedChannel extends AsyncDisposable {
  readonly app: App;
  readonly shop: ShopDb;
  readonly pack: ChannelPack;
  /** One operation of this channel; `path` and `body` are what it takes besides the slug. Answers its `data`. */
  readonly perform: (operation: AnyOperation, input?: ChannelInput) => Promise<unknown>;
}

interface ChannelInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export async function openChannel({ shop: shopName, channel }: ShopChannel): Promise<OpenedChannel> {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await openCommandApp());
  const pack = findChannel(app, channel);
  const shop = await findShop(app.postgres.db, shopName);
  const opened = stack.move();
  return {
    ...{ app, shop, pack },
    async perform(operation, { path = {}, body } = {}) {
      const input = { path: { slug: pack.slug, ...path }, ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }) };
      return performCommand(app, shop, operation, input).catch((error: unknown) => {
        throw atTheCommandLine(error, `${shopName} ${channel}`);
      });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** What requests are told to do has commands here. */
function atTheCommandLine(error: unknown, named: string): unknown {
  if (!(error instanceof PlainError) || error.code !== "channel_not_connected") return error;
  const commands = `feedwright channel connect ${named}, then feedwright channel account ${named} ID`;
  return new PlainError(error.code, `${error.message} At the command line: ${commands}.`, error);
}
