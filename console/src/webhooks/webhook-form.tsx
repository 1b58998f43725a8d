import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { Fault } from "../ui/states.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useNewError } from "../ui/use-new-error.ts";
import { EventChoice } from "./event-choice.tsx";
import type { WebhookEvent } from "./event-names.ts";
import styles from "./webhooks.module.css";

const words = messages.webhooks;

export interface WrittenWebhook {
  readonly endpoint_url: string;
  readonly events: readonly WebhookEvent[];
}

interface WebhookFormProps {
  readonly start: WrittenWebhook;
  readonly onSave: (written: WrittenWebhook) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Where a webhook sends what. */
export function WebhookForm({ start, onSave, isPending, error: latest }: WebhookFormProps): ReactNode {
  const error = useNewError(latest);
  const [written, setWritten] = useState(start);
  const fault = (param: string) => (error instanceof ApiError ? error.faultOf(param)?.message : undefined);
  const [url, events] = [fault("/endpoint_url"), fault("/events")];
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(written);
      }}
    >
      <TextField
        label={words.endpoint}
        isMono
        autoFocus
        value={written.endpoint_url}
        onChange={(endpoint_url) => setWritten({ ...written, endpoint_url })}
        description={words.endpointHint}
        fault={url}
      />
      <EventChoice value={written.events} onChange={(chosen) => setWritten({ ...written, events: chosen })} fault={events} />
      {url === undefined && events === undefined ? <Fault error={error} /> : null}
      <div>
        <SubmitButton isPending={isPending}>{words.save}</SubmitButton>
      </div>
    </form>
  );
}
