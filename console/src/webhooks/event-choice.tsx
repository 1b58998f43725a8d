import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { EVENT_NAMES, type WebhookEvent } from "./event-names.ts";
import styles from "./webhooks.module.css";

const words = messages.webhooks;

interface EventChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (events: readonly WebhookEvent[]) => void;
  readonly fault: string | undefined;
}

/** What a webhook is told of: everything, or events one by one. */
export function EventChoice({ value, onChange, fault }: EventChoiceProps): ReactNode {
  const isAll = value.includes("*");
  const chosen = EVENT_NAMES.filter((name) => value.includes(name));
  return (
    <fieldset className={styles["events"]}>
      <legend>{words.events}</legend>
      <Checkbox isSelected={isAll} onChange={(all) => onChange(all ? ["*"] : [])}>
        {words.allEvents}
      </Checkbox>
      {isAll ? null : (
        <div className={styles["choices"]}>
          {EVENT_NAMES.map((name) => (
            <Checkbox
              key={name}
              isSelected={chosen.includes(name)}
              onChange={(isOn) => onChange(isOn ? [...chosen, name] : chosen.filter((other) => other !== name))}
            >
              <code>{name}</code>
            </Checkbox>
          ))}
        </div>
      )}
      {fault === undefined ? null : (
        <p className={styles["fault"]} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
