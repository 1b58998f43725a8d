import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { LongText } from "../ui/long-text.tsx";
import { Time } from "../ui/time.tsx";
import styles from "./webhooks.module.css";

type Attempt = ApiAnswer<"webhooks.get_delivery">["attempts"][number];

const words = messages.webhooks;

interface AttemptDetailsProps {
  readonly attempt: Attempt;
  readonly body: string | null;
  readonly zone: string | undefined;
  readonly isOpen: boolean;
}

/** What one attempt sent, and what came back. */
export function AttemptDetails({ attempt, body, zone, isOpen }: AttemptDetailsProps): ReactNode {
  const { response_status: status, response_time_ms: ms, response_body: answer, request_headers: headers } = attempt;
  return (
    <details className={styles["attempt"]} open={isOpen}>
      <summary>
        <span>{words.attempt(attempt.number)}</span>
        <span>{status === null ? words.noAnswer : words.answered(status, ms)}</span>
        <Time at={attempt.started_at} zone={zone} />
      </summary>
      {attempt.error_message === null ? null : <p className={styles["fault"]}>{attempt.error_message}</p>}
      <h4>{words.request}</h4>
      {headers === null ? (
        <p>{words.notSent}</p>
      ) : (
        <pre className={styles["code"]} tabIndex={0} role="group" aria-label={words.headers}>
          {[`POST ${attempt.request_url ?? ""}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n")}
        </pre>
      )}
      <div className={styles["code"]}>{body === null ? words.bodyHidden : <LongText>{pretty(body)}</LongText>}</div>
      <h4>{words.response}</h4>
      <div className={styles["code"]}>{answer === null || answer === "" ? words.emptyBody : <LongText>{answer}</LongText>}</div>
    </details>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
