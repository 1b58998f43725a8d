import type { ReactNode } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { KeyPage } from "../keys/key-page.tsx";
import { messages } from "../messages/messages.ts";

const words = messages.admin;
const SCOPES = ["read_admin", "write_admin"] as const;
const WIDE = { read: ["read_admin"], write: ["write_admin"] } as const;

/** Who may run the installation. */
export function AdminKeysPage(): ReactNode {
  const keys = useApi("admin.list_keys", {});
  const create = useChange("admin.create_key", { marks: ["admin.list_keys"] });
  const revoke = useChange("admin.revoke_key", { marks: ["admin.list_keys"] });
  return (
    <KeyPage
      {...{ title: words.keys, listed: words.allKeys, description: words.keysAre, keys, scopes: SCOPES, wide: WIDE, create }}
      revoke={{ ...revoke, start: (id, done) => revoke.mutate({ path: { id } }, done) }}
    />
  );
}
