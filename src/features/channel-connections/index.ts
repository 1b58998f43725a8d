export { callPlatform } from "./open-platform.ts";
export {
  channelAnswer,
  ChannelPath,
  ChannelShape,
  ChannelStatus,
  channelStatus,
  readConnections,
  type ShopConnections,
  Slug,
} from "./channel-shapes.ts";
export { chooseAccount } from "./choose-account.ts";
export { findAccountId } from "./connection-queries.ts";
export { connectChannel } from "./connect-channel.ts";
export { findConnection } from "./connection-queries.ts";
export { CHANNEL_CONNECTION } from "./connection.ts";
export { disconnectChannel } from "./disconnect-channel.ts";
export { finishSignIn, type SignInEnd } from "./finish-sign-in.ts";
export { AccountShape, listAccounts } from "./list-accounts.ts";
export type { PlatformServices } from "./platform-call.ts";
export { PLATFORM_ERRORS, refuseFault } from "./refuse-fault.ts";
export { deleteExpiredSignIns } from "./sign-in-queries.ts";
export { grantContext } from "./sealed-grant.ts";
export { verifierContext } from "./sign-in.ts";
export { removeConnection } from "./remove-connection.ts";
