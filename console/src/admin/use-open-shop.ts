import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api/client.ts";
import { signIn } from "../api/session.ts";
import { shortId } from "../shell/paths.ts";

interface Opening {
  readonly open: (shopId: string) => void;
  /** The shop that is being opened. */
  readonly opens: string | undefined;
  readonly error: Error | null;
}

/** Signs the operator in to a shop, which ends the operator's own session in this browser. */
export function useOpenShop(): Opening {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [opens, setOpens] = useState<string | undefined>();
  const [error, setError] = useState<Error | null>(null);
  const open = async (id: string) => {
    setOpens(id);
    setError(null);
    try {
      const { code } = await call("admin.create_sign_in_link", { path: { id: shortId(id) } });
      await signIn({ code });
      client.clear();
      await navigate({ to: "/shops/$shopId", params: { shopId: shortId(id) } });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setOpens(undefined);
    }
  };
  return { open: (id) => void open(id), opens, error };
}
