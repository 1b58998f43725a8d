import { type ReactNode, useRef } from "react";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Button } from "./button.tsx";

const words = messages.ui;

interface SubmitButtonProps {
  /** Verb and object. */
  readonly children: string;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  readonly kind?: "primary" | "plain";
}

/** Sends the form of a drawer, which `Ctrl+Enter` does from any of its fields. */
export function SubmitButton({ children, kind = "primary", ...props }: SubmitButtonProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  // A button that is disabled takes no click, and one that waits doesn't submit.
  const press = () => button.current?.click();
  useCommands([{ id: "submit", label: children, keys: "Ctrl+Enter", group: words.form, kind: "dialog", run: press }]);
  return (
    <Button {...props} ref={button} type="submit" kind={kind} keys="Ctrl Enter">
      {children}
    </Button>
  );
}
