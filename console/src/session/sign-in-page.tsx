import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { signIn } from "../api/session.ts";
import { Brand } from "../shell/brand.tsx";
import { Fault } from "../ui/states.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in.module.css";

/** By the one-time link that `feedwright start` prints, whose code stands behind the `#`, or by a key. */
export function SignInPage(): ReactNode {
  const navigate = useNavigate();
  const enter = () => void navigate({ to: "/", replace: true });
  const { error, isPending } = useCode(enter);
  useEffect(() => {
    document.title = "Sign in · Feedwright";
  }, []);
  return (
    <main className={styles["page"]}>
      <Brand />
      <h1>Sign in</h1>
      {cookiesAreImpossible() ? (
        <p className={styles["note"]} role="alert">
          This page came over http from another machine, so browsers keep no secure cookie for it. Open it over https, or on the machine
          that runs Feedwright.
        </p>
      ) : null}
      {isPending ? <p role="status">Signing in with the link …</p> : null}
      <Fault error={error} />
      <SignInForm onDone={enter} />
      <p className={styles["note"]}>
        On the machine that runs Feedwright, <code>feedwright console</code> prints a link that signs you in once.
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
    const code = codeOf(location.hash);
    if (code === null) return;
    history.replaceState(history.state, "", location.pathname);
    signIn({ code })
      .then(() => done.current())
      .catch((thrown: unknown) => setError(thrown instanceof Error ? thrown : new Error(String(thrown))))
      .finally(() => setPending(false));
  }, []);
  return { error, isPending };
}

function codeOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("code");
}

function cookiesAreImpossible(): boolean {
  return !globalThis.isSecureContext;
}
