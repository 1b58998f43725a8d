import { messages } from "../messages/messages.ts";
import { promised } from "../unsafe.ts";

const words = messages.api;

/** One thing that is wrong with a request: which field, and why. */
export interface Fault {
  readonly param: string;
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly details: readonly Fault[];
  readonly request_id: string;
}

/** What the API refused. `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly details: readonly Fault[];
  readonly requestId: string;
  /** Seconds until it is worth asking again, if the API says so. */
  readonly retryAfter: number | null;

  private constructor(status: number, { code, message, param, details, request_id }: ErrorBody, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.details = details;
    this.requestId = request_id;
    this.retryAfter = retryAfter;
  }

  static of(response: Response, text: string): ApiError {
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    return new ApiError(response.status, bodyOf(response, text), Number.isFinite(wait) ? wait : null);
  }

  /** The fault of a field, which the form shows next to it. */
  faultOf(param: string): Fault | undefined {
    const own = this.param === param ? { param, code: this.code, message: this.message } : undefined;
    return this.details.find((fault) => fault.param === param) ?? own;
  }
}

/** Whether the API answered. Its 401 tells programs to send a key; elsewhere, a 401 is about the key or code that a person has just typed. */
const isOperation = ({ url }: Response): boolean => url !== "" && new URL(url).pathname.startsWith("/v1/");

/** A proxy in between answers in its own format. */
function bodyOf(response: Response, text: string): ErrorBody {
  try {
    const { error } = promised<{ readonly error?: Partial<ErrorBody> }>(JSON.parse(text));
    if (typeof error?.code === "string" && typeof error.message === "string") {
      const message = isOperation(response) && response.status === 401 ? words.sessionEnded : error.message;
      return { param: null, details: [], request_id: "", ...error, code: error.code, message };
    }
  } catch {
    // Not JSON: the status is all there is.
  }
  const message = words.statusAlone(response.status, response.statusText);
  return { code: "unreadable_answer", message, param: null, details: [], request_id: response.headers.get("x-request-id") ?? "" };
}

export class NetworkError extends Error {
  override readonly name = "NetworkError";
  constructor(message: string = words.unreachable) {
    super(message);
  }
}
