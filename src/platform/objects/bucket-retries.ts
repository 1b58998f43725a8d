import { StandardRetryStrategy } from "@smithy/core/retry";

type Token = Parameters<StandardRetryStrategy["recordSuccess"]>[0];
type ErrorInfo = Parameters<StandardRetryStrategy["refreshRetryTokenForRetry"]>[1];

/**
 * The SDK's standard retries have a budget: each retry takes from it, and each successful answer gives back. The SDK gives nothing back for a 404 or
 * a 412, so a client that often asks for missing objects would run out of retries. Here these answers count as successful.
 */
export class BucketRetries extends StandardRetryStrategy {
  override refreshRetryTokenForRetry(token: Token, errorInfo: ErrorInfo): Promise<Token> {
    if (errorInfo.errorType === "CLIENT_ERROR") this.recordSuccess(token);
    return super.refreshRetryTokenForRetry(token, errorInfo);
  }
}
