import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import type { ApiAnswer } from "../api/client.ts";
import { messages } from "../messages/messages.ts";
import { shortId } from "../shell/paths.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./rules.module.css";

const words = messages.rules;

interface RuleWarningsProps {
  readonly rule: Pick<ApiAnswer<"rules.get">, "id">;
  readonly lint: ApiAnswer<"rules.lint"> | undefined;
  readonly onTurnOff: () => void;
}

/** What lint says of a rule: that it matches nothing, is overwritten later, and the like. Where turning it off is the advice, so is its button. */
export function RuleWarnings({ rule, lint, onTurnOff }: RuleWarningsProps): ReactNode {
  const found = lint?.findings.filter(({ rule_ids: ids, severity }) => ids[0] === rule.id && severity === "warning") ?? [];
  return found.map(({ code, message, suggestion }) => (
    <span key={code} className={styles["warning"]}>
      <Icon name="triangle-alert" /> {message} {suggestion.text}
      {suggestion.request?.path.endsWith(`/${rule.id}/deactivate`) === true ? (
        <Button className={styles["advice"] ?? ""} aria-label={words.turnOffAdvised(shortId(rule.id))} onPress={onTurnOff}>
          {words.turnOffNow}
        </Button>
      ) : null}
    </span>
  ));
}
