import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import styles from "./sign-in.module.css";
import { useWho } from "./who.ts";

/** Says once what each refusal would say: the session's key may change nothing. */
export function ReadOnlyBand(): ReactNode {
  const { data: who } = useWho();
  if (who === undefined || who.key.scopes.some(mayChange)) return null;
  return (
    <p className={styles["band"]} role="status">
      {messages.session.readOnly(who.key.name)}
    </p>
  );
}

function mayChange(scope: string): boolean {
  return scope === "full_access" || scope.startsWith("write");
}
