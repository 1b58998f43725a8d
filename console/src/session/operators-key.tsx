import type { ReactNode } from "react";
import { Page } from "../shell/page.tsx";
import { Empty } from "../ui/states.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

/** An administrator's key opens no shop. */
export function OperatorsKey(): ReactNode {
  return (
    <main>
      <Page title="Administrator" actions={<SignOutButton />}>
        <Empty title="This key is an administrator's.">It opens no shop. Sign in with the key of a shop or of an organization.</Empty>
      </Page>
    </main>
  );
}
