import type { AnyOperation } from "../../src/features/operation.ts";
import { bearer, type Exchange, JSON_TYPE } from "./exchange.ts";
import type { Belongings, Scene } from "./scene.ts";

type Texts = Readonly<Record<string, string>>;

/** What a request of an operation needs to succeed; everything else about it is in the registry. */
export interface Sample {
  /** Path parameters out of somebody's ids: the caller's own, a stranger's, nobody's. */
  readonly path?: (of: Belongings) => Texts;
  /** Parameters made anew for each request, where it uses its object up. */
  readonly fresh?: (scene: Scene) => Promise<Texts>;
  readonly query?: (of: Belongings) => Texts;
  /** Differs each time where what it makes has to. */
  readonly body?: (scene: Scene) => object;
  /** The same, of an object that is named in the query or the body: somebody else's must be answered as nobody's. */
  readonly refers?: (of: Belongings) => { readonly query?: Texts; readonly body?: object };
  /** What its path names need not be there. */
  readonly makes?: true;
  /** Whether the service refuses only because what the request is for has ended by itself: then a fresh sample has to be tried. */
  readonly overtaken?: (error: Readonly<Record<string, unknown>>) => boolean;
  /** Puts back what other requests need. */
  readonly after?: (scene: Scene) => Promise<unknown>;
}

/** By the operation's name. */
export type Samples = Readonly<Record<string, Sample>>;

export interface Wanted {
  readonly key?: string | null;
  readonly params?: Texts;
  readonly query?: Texts;
  /** As it is sent; undefined sends none. */
  readonly body?: string | undefined;
  readonly headers?: Texts;
  readonly method?: string;
}

/** A request of the operation, as its parts say. */
export function requestOf({ http }: AnyOperation, { key = null, params = {}, query = {}, body, headers = {}, method }: Wanted): Exchange {
  const path = http.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams({ ...query }).toString();
  return {
    method: method ?? http.method,
    target: `/v1${path}${search === "" ? "" : `?${search}`}`,
    headers: { ...(key === null ? {} : bearer(key)), ...(body === undefined ? {} : JSON_TYPE), ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

/** A request that succeeds, if it is sent with the right key. */
export async function validRequest(scene: Scene, sample: Sample): Promise<Pick<Wanted, "params" | "query" | "body">> {
  const { own } = scene;
  return {
    params: { ...sample.path?.(own), ...(await sample.fresh?.(scene)) },
    query: sample.query?.(own) ?? {},
    body: sample.body === undefined ? undefined : JSON.stringify(sample.body(scene)),
  };
}

/** More than any machine is too slow for. */
const SAMPLES_MAX = 20;

/** What `act` makes of a valid request, and of another one while the last was overtaken. `errorOf`: of the answer that the request is for. */
export async function notOvertaken<Answer>(
  sample: Sample,
  act: () => Promise<Answer>,
  errorOf: (answer: Answer) => Readonly<Record<string, unknown>>,
): Promise<Answer> {
  let answer = await act();
  for (let tries = 1; tries < SAMPLES_MAX && sample.overtaken?.(errorOf(answer)) === true; tries += 1) answer = await act();
  return answer;
}

/** The key that may do it. */
export function rightKey({ own, adminKey }: Scene, { keyKind }: AnyOperation): string {
  return { merchant: own.merchantKey, organization: own.agencyKey, admin: adminKey }[keyKind];
}
