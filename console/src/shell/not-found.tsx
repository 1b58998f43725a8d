import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Empty } from "../ui/states.tsx";
import { Page } from "./page.tsx";

const words = messages.shell;

export function NotFound(): ReactNode {
  return (
    <Page title={words.noPage}>
      <Empty title={words.noPageHere} action={<Link to="/">{words.toShop}</Link>}>
        {words.noPageWhy}
      </Empty>
    </Page>
  );
}
