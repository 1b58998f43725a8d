import type { ReactNode } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useShop } from "../session/who.ts";
import { KeyPage } from "./key-page.tsx";
import { SCOPES } from "./scopes.ts";

const words = messages.keys;
const WIDE = { read: ["read"], write: ["write"] } as const;

/** Who may act for the shop, and what. */
export function KeysPage(): ReactNode {
  const shop = useShop();
  const keys = useApi("keys.list", {});
  const create = useChange("keys.create", { marks: ["keys."] });
  const revoke = useChange("keys.revoke", { marks: ["keys."] });
  return (
    <KeyPage
      {...{ title: words.title, listed: words.all, description: words.description, keys, zone: shop.data?.time_zone }}
      {...{ scopes: SCOPES, wide: WIDE, create }}
      revoke={{ ...revoke, start: (id, done) => revoke.mutate({ path: { id } }, done) }}
    />
  );
}
