import { z } from "zod";
import { ChannelShape, connectChannel } from "../../features/channel-connections/index.ts";
import { getChannel } from "../../features/channels/index.ts";
import { connectionText } from "../channel-text.ts";
import { openChannel, type OpenedChannel, type ShopChannel } from "../channel-operation.ts";
import { requireWorker } from "../command-app.ts";
import { credentialsOption } from "../credential-option.ts";
import { followSignIn, newestEntry } from "../follow-sign-in.ts";
import { stopSignal } from "../stop-signal.ts";

export interface ChannelConnectOptions {
  readonly credential?: readonly string[];
  readonly json?: boolean;
}

/** Connects a shop to a platform: with credentials at once, else by its consent page, and waits until somebody has finished that. */
export async function connectShop(options: ShopChannel & ChannelConnectOptions): Promise<void> {
  const { credential, json } = options;
  const credentials =
    credential === undefined ? undefined : await credentialsOption(credential, { input: process.stdin, output: process.stderr });
  await using opened = await openChannel(options);
  if (credentials === undefined) await signIn(opened, json === true);
  else await opened.perform(connectChannel, { body: { credentials } });
  const channel = ChannelShape.parse(await opened.perform(getChannel));
  const named = `${options.shop} ${options.channel}`;
  process.stdout.write(json === true ? `${JSON.stringify(channel)}\n` : connectionText(channel, named));
}

const SignIn = z.object({ authorize_url: z.string(), expires_at: z.string() });

async function signIn(opened: OpenedChannel, json: boolean): Promise<void> {
  // The browser comes back to the service.
  await requireWorker(opened.app, "npm start");
  const stopped = stopSignal();
  const since = await newestEntry(opened);
  const begun = SignIn.parse(await opened.perform(connectChannel, { body: {} }));
  const { authorize_url: url, expires_at: expiresAt } = begun;
  const asked = `Open this page in a browser and allow access to ${opened.pack.displayName}:\n\n${url}\n\n`;
  process.stdout.write(json ? `${JSON.stringify(begun)}\n` : asked);
  process.stderr.write(`Waiting for the sign-in until ${expiresAt}. Ctrl-C ends the wait.\n`);
  await followSignIn(opened, since, { expiresAt, stopped });
}
