import type { ReactNode } from "react";
import type { ApiAnswer } from "../api/client.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./rules.module.css";

interface RuleWarningsProps {
  readonly rule: Pick<ApiAnswer<"rules.get">, "id">;
  readonly lint: ApiAnswer<"rules.lint"> | undefined;
}

/** What lint says of a rule: that it matches nothing, is overwritten later, and the like. */
export function RuleWarnings({ rule, lint }: RuleWarningsProps): ReactNode {
  const found = lint?.findings.filter(({ rule_ids: ids, severity }) => ids[0] === rule.id && severity === "warning") ?? [];
  return found.map(({ code, message, suggestion }) => (
    <span key={code} className={styles["warning"]}>
      <Icon name="triangle-alert" /> {message} {suggestion.text}
    </span>
  ));
}
