import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Page } from "../shell/page.tsx";
import { shortId } from "../shell/paths.ts";
import { Empty } from "../ui/states.tsx";
import type { Who } from "./who.ts";

const words = messages.session;

/** In place of a page of a shop that a merchant's key isn't for. */
export function OtherShop({ shop }: { readonly shop: NonNullable<Who["shop"]> }): ReactNode {
  const toOwn = (
    <Link to="/shops/$shopId" params={{ shopId: shortId(shop.id) }}>
      {messages.shell.openShop(shop.name)}
    </Link>
  );
  return (
    <Page title={words.otherShop}>
      <Empty title={words.ownShopOnly(shop.name)} action={toOwn}>
        {words.otherShopNext}
      </Empty>
    </Page>
  );
}

/** The shop that a merchant's session is for, if it's not the one that's asked for. */
export function otherShop(who: Who | undefined, asked: string): Who["shop"] {
  return who?.kind === "merchant" && who.shop !== null && who.shop.id !== asked ? who.shop : null;
}
