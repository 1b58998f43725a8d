import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { signIn } from "../api/session.ts";
import { messages } from "../messages/messages.ts";
import { Brand } from "../shell/brand.tsx";
import { Sentence } from "../ui/sentence.tsx";
import { Fault } from "../ui/states.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in.module.css";

const words = messages.session;

/** By the one-time link that `feedwright start` prints, whose code stands behind the `#`, or by a key. */
export function SignInPage(): ReactNode {
  const navigate = useNavigate();
  const enter = () => void navigate({ to: "/", replace: true });
  const { error, isPending } = useCode(enter);
  useEffect(() => {
    document.title = `${words.signIn} · ${messages.shell.product}`;
  }, []);
  return (
    <main className={styles["page"]}>
      <Brand />
      <h1>{words.signIn}</h1>
      {cookiesAreImpossible() ? (
        <p className={styles["note"]} role="alert">
          {words.noSecureCookie}
        </p>
      ) : null}
      {isPending ? <p role="status">{words.signingInByLink}</p> : null}
      <Fault error={error} />
      <SignInForm onDone={enter} />
      <p className={styles["note"]}>
        <Sentence text={words.linkHint} parts={{ command: <code>feedwright console</code> }} />
      </p>
    </main>
  );
}

/** Uses the code of the address up, and takes it out of the address first, so that no history or screenshot keeps it. */
function useCode(enter: () => void): { readonly error: Error | null; readonly isPending: boolean } {
  const [isPending, setPending] = useState(() => codeOf(location.hash) !== null);
  const [error, setError] = useState<Error | null>(null);
  const done = useRef(enter);
  done.current = enter;
  useEffect(() => {
    const use = () => {
      const code = codeOf(location.hash);
      if (code === null) return;
      history.replaceState(history.state, "", location.pathname);
      setError(null);
      setPending(true);
      signIn({ code })
        .then(() => done.current())
        .catch((thrown: unknown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))))
        .finally(() => setPending(false));
    };
    use();
    // Opening a new link in a tab that shows an expired one changes only the code in the address.
    globalThis.addEventListener("hashchange", use);
    return () => globalThis.removeEventListener("hashchange", use);
  }, []);
  return { error, isPending };
}

function codeOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("code");
}

function cookiesAreImpossible(): boolean {
  return !globalThis.isSecureContext;
}
