import { randomBytes } from "node:crypto";

/** Codes, access tokens and refresh tokens of one app in one shop, as Shopify gives them out and takes them back. */

export interface TokenPair {
  readonly accessToken: string;
  readonly scopes: readonly string[];
  /** Null: it doesn't expire. */
  readonly expiresInSeconds: number | null;
  readonly refreshToken: string | null;
  readonly refreshExpiresInSeconds: number | null;
}

export interface TokenOptions {
  readonly tokenSeconds: number;
  readonly refreshSeconds: number;
  readonly now: () => Date;
}

interface AccessRow {
  readonly scopes: readonly string[];
  expiresAtMs: number;
  readonly chain: RefreshChain | null;
  /** The refresh token that came with it. */
  readonly refreshToken: string | null;
}

/** One grant: its newest refresh token, and the one before it until the newest has been used. */
interface RefreshChain {
  current: string;
  previous: string | null;
  expiresAtMs: number;
  readonly scopes: readonly string[];
}

export interface AppTokens {
  code(scopes: readonly string[]): string;
  /** Undefined: it's unknown or was used. */
  takeCode(code: string): readonly string[] | undefined;
  issue(scopes: readonly string[], kind: "expiring" | "lasting" | "day"): TokenPair;
  /** Undefined: the refresh token has ended. */
  refresh(refreshToken: string): TokenPair | undefined;
  /** Scopes of an access token that is let in. */
  scopesOf(accessToken: string): readonly string[] | undefined;
  revoke(accessToken: string): void;
  expireAccess(): number;
  endRefresh(): number;
  revokeAll(): void;
  readonly refreshes: () => number;
}

const DAY_SECONDS = 86_400;

export function createAppTokens({ tokenSeconds, refreshSeconds, now }: TokenOptions): AppTokens {
  const codes = new Map<string, readonly string[]>();
  const access = new Map<string, AccessRow>();
  const chains = new Set<RefreshChain>();
  let refreshes = 0;
  const nowMs = () => now().getTime();
  const secret = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`;

  function grant(scopes: readonly string[], chain: RefreshChain | null, seconds: number | null): TokenPair {
    const accessToken = secret("shpat");
    const refreshToken = chain?.current ?? null;
    const expiresAtMs = seconds === null ? Number.POSITIVE_INFINITY : nowMs() + seconds * 1000;
    access.set(accessToken, { scopes, expiresAtMs, chain, refreshToken });
    return {
      accessToken,
      scopes,
      expiresInSeconds: seconds,
      refreshToken,
      refreshExpiresInSeconds: chain === null ? null : refreshSeconds,
    };
  }
  const dropAccess = (chain: RefreshChain) => {
    for (const [token, row] of access) if (row.chain === chain) access.delete(token);
  };

  return {
    code(scopes) {
      const code = randomBytes(16).toString("hex");
      codes.set(code, scopes);
      return code;
    },
    takeCode(code) {
      const scopes = codes.get(code);
      codes.delete(code);
      return scopes;
    },
    issue(scopes, kind) {
      if (kind !== "expiring") return grant(scopes, null, kind === "day" ? DAY_SECONDS : null);
      const chain = { current: secret("shprt"), previous: null, expiresAtMs: nowMs() + refreshSeconds * 1000, scopes };
      chains.add(chain);
      return grant(scopes, chain, tokenSeconds);
    },
    refresh(refreshToken) {
      const chain = [...chains].find(({ current, previous }) => current === refreshToken || previous === refreshToken);
      if (chain === undefined || chain.expiresAtMs <= nowMs()) return undefined;
      refreshes += 1;
      dropAccess(chain);
      // The refresh token used now works until its successor is used: an answer that got lost can be asked for again.
      chain.previous = refreshToken;
      chain.current = secret("shprt");
      chain.expiresAtMs = nowMs() + refreshSeconds * 1000;
      return grant(chain.scopes, chain, tokenSeconds);
    },
    scopesOf(accessToken) {
      const row = access.get(accessToken);
      if (row === undefined || row.expiresAtMs <= nowMs()) return undefined;
      if (row.chain !== null && row.chain.current === row.refreshToken) row.chain.previous = null;
      return row.scopes;
    },
    revoke: (accessToken) => void access.delete(accessToken),
    expireAccess() {
      for (const row of access.values()) if (Number.isFinite(row.expiresAtMs)) row.expiresAtMs = 0;
      return access.size;
    },
    endRefresh() {
      const ended = chains.size;
      chains.clear();
      return ended;
    },
    revokeAll() {
      codes.clear();
      access.clear();
      chains.clear();
    },
    refreshes: () => refreshes,
  };
}
