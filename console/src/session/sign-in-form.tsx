import { type ReactNode, type SubmitEvent, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { signIn } from "../api/session.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import styles from "./sign-in.module.css";

const words = messages.session;

/** Exchanges a key for a session. The key is in the field until then, and nowhere afterwards. */
export function SignInForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [key, setKey] = useState("");
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      await signIn({ key: key.trim() });
      setKey("");
      onDone();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setPending(false);
    }
  };
  const isField = error instanceof ApiError && error.status < 429;
  return (
    <form onSubmit={(event) => void submit(event)} className={styles["form"]}>
      <TextField
        label={words.apiKey}
        type="password"
        autoComplete="current-password"
        name="key"
        isRequired
        isMono
        autoFocus
        value={key}
        onChange={setKey}
        fault={isField ? error.message : undefined}
        description={words.apiKeyHint}
      />
      {isField ? null : <Fault error={error} />}
      <Button type="submit" kind="primary" isPending={isPending} isDisabled={key.trim() === ""}>
        {words.signIn}
      </Button>
    </form>
  );
}
