import type { ErrorDetail } from "../../kernel/errors.ts";
import type { LocalServices } from "../operation.ts";

/** What is wrong with an address, told from its text; whom its name stands for is looked at each time something is sent. */
export function endpointFaults({ egress }: Pick<LocalServices, "egress">, url: string): readonly ErrorDetail[] {
  const clause = egress.refusal(url);
  return clause === null ? [] : [{ param: "/endpoint_url", code: "invalid_param", message: `The URL ${clause}.` }];
}
