export { beginInstall } from "./begin-install.ts";
export { connectByCredentials } from "./connect-by-credentials.ts";
export { type AppServices } from "./connect-shop.ts";
export { type EmbeddedCaller, openEmbeddedSession, readEmbeddedCaller } from "./embedded-session.ts";
export { adminAppUrl, rereadAfterCharge } from "./finish-charge.ts";
export { finishInstall, type InstallEnd } from "./finish-install.ts";
export { deleteExpiredStates } from "./install-queries.ts";
export { INSTALL_SECONDS } from "./install-state.ts";
export { shopName } from "./shop-name.ts";
