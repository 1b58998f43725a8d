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
  scopes: readonly string[];
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
  scopes: readonly string[];
}

export interface AppTokens {
  code(scopes: readonly string[]): string;
  /** Undefined: it's unknown or was used. */
  takeCode(code: string): readonly string[] | undefined;
  issue(scopes: readonly string[], kind: "expiring" | "lasting" | "day"): TokenPair;
  /** An expiring token in the place of a lasting one, which ends. Asked again, the same, until that was refreshed. Undefined: there's no such token. */
  exchange(lasting: string): TokenPair | undefined;
  /** The merchant allows something else from now on. */
  allow(scopes: readonly string[]): void;
  /** Undefined: the refresh token has ended. */
  refresh(refreshToken: string): TokenPair | undefined;
  /** Scopes of an access token that is let in. */
  scopesOf(accessToken: string): readonly string[] | undefined;
  expireAccess(): number;
  endRefresh(): number;
  revokeAll(): void;
  readonly refreshes: () => number;
}

const DAY_SECONDS = 86_400;

interface Kept extends TokenOptions {
  readonly codes: Map<string, readonly string[]>;
  readonly access: Map<string, AccessRow>;
  readonly chains: Set<RefreshChain>;
  /** By the lasting token that each was given for. */
  readonly exchanged: Map<string, TokenPair>;
}

const secret = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`;
const inSeconds = ({ now }: Kept, seconds: number): number => now().getTime() + seconds * 1000;

export function createAppTokens(options: TokenOptions): AppTokens {
  const kept: Kept = { ...options, codes: new Map(), access: new Map(), chains: new Set(), exchanged: new Map() };
  const { codes, access, chains, exchanged } = kept;
  let refreshes = 0;
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
    issue: (scopes, kind) => issue(kept, scopes, kind),
    exchange: (lasting) => exchange(kept, lasting),
    allow(scopes) {
      for (const row of [...access.values(), ...chains]) row.scopes = scopes;
    },
    refresh(refreshToken) {
      const pair = refresh(kept, refreshToken);
      if (pair !== undefined) refreshes += 1;
      return pair;
    },
    scopesOf: (accessToken) => scopesOf(kept, accessToken),
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
      for (const all of [codes, access, chains, exchanged]) all.clear();
    },
    refreshes: () => refreshes,
  };
}

interface Granting {
  readonly scopes: readonly string[];
  readonly chain: RefreshChain | null;
  readonly seconds: number | null;
}

function grant(kept: Kept, { scopes, chain, seconds }: Granting): TokenPair {
  const accessToken = secret("shpat");
  const refreshToken = chain?.current ?? null;
  const expiresAtMs = seconds === null ? Number.POSITIVE_INFINITY : inSeconds(kept, seconds);
  kept.access.set(accessToken, { scopes, expiresAtMs, chain, refreshToken });
  const refreshExpiresInSeconds = chain === null ? null : kept.refreshSeconds;
  return { accessToken, scopes, expiresInSeconds: seconds, refreshToken, refreshExpiresInSeconds };
}

function issue(kept: Kept, scopes: readonly string[], kind: "expiring" | "lasting" | "day"): TokenPair {
  if (kind !== "expiring") return grant(kept, { scopes, chain: null, seconds: kind === "day" ? DAY_SECONDS : null });
  const chain = { current: secret("shprt"), previous: null, expiresAtMs: inSeconds(kept, kept.refreshSeconds), scopes };
  kept.chains.add(chain);
  return grant(kept, { scopes, chain, seconds: kept.tokenSeconds });
}

function exchange(kept: Kept, lasting: string): TokenPair | undefined {
  const before = kept.exchanged.get(lasting);
  if (before !== undefined) return [...kept.chains].some(({ current }) => current === before.refreshToken) ? before : undefined;
  const row = kept.access.get(lasting);
  if (row === undefined || row.chain !== null || row.expiresAtMs !== Number.POSITIVE_INFINITY) return undefined;
  kept.access.delete(lasting);
  const pair = issue(kept, row.scopes, "expiring");
  kept.exchanged.set(lasting, pair);
  return pair;
}

function refresh(kept: Kept, refreshToken: string): TokenPair | undefined {
  const { access, chains, now, refreshSeconds, tokenSeconds } = kept;
  const chain = [...chains].find(({ current, previous }) => current === refreshToken || previous === refreshToken);
  if (chain === undefined || chain.expiresAtMs <= now().getTime()) return undefined;
  for (const [token, row] of access) if (row.chain === chain) access.delete(token);
  // The refresh token used now works until its successor is used: an answer that got lost can be asked for again.
  chain.previous = refreshToken;
  chain.current = secret("shprt");
  chain.expiresAtMs = inSeconds(kept, refreshSeconds);
  return grant(kept, { scopes: chain.scopes, chain, seconds: tokenSeconds });
}

function scopesOf({ access, now }: Kept, accessToken: string): readonly string[] | undefined {
  const row = access.get(accessToken);
  if (row === undefined || row.expiresAtMs <= now().getTime()) return undefined;
  if (row.chain !== null && row.chain.current === row.refreshToken) row.chain.previous = null;
  return row.scopes;
}
