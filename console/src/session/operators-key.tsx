import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { Empty } from "../ui/states.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

const words = messages.session;

/** An administrator's key opens no shop. */
export function OperatorsKey(): ReactNode {
  return (
    <main>
      <Page title={words.administrator} actions={<SignOutButton />}>
        <Empty title={words.adminKey}>{words.adminKeyNext}</Empty>
      </Page>
    </main>
  );
}
