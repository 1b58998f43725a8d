import type { ReactNode } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { KeyPage } from "../keys/key-page.tsx";
import { ORGANIZATION_SCOPES } from "../keys/scopes.ts";
import { messages } from "../messages/messages.ts";

const words = messages.organization;
const WIDE = { read: ["read_org", "read"], write: ["write_org", "write"] } as const;

/** Who may act for the organization. */
export function OrganizationKeysPage(): ReactNode {
  const keys = useApi("org.list_keys", {});
  const create = useChange("org.create_key", { marks: ["org.list_keys"] });
  const revoke = useChange("org.revoke_key", { marks: ["org.list_keys"] });
  return (
    <KeyPage
      {...{ title: words.keys, listed: words.all.keys, description: words.keysAre, keys }}
      {...{ scopes: ORGANIZATION_SCOPES, wide: WIDE, create }}
      revoke={{ ...revoke, start: (kid, done) => revoke.mutate({ path: { kid } }, done) }}
    />
  );
}
