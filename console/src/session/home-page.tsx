import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isEmbedded } from "../api/embedded.ts";
import { ApiError } from "../api/errors.ts";
import { messages } from "../messages/messages.ts";
import { shortId } from "../shell/paths.ts";
import { Failed, Loading } from "../ui/states.tsx";
import { OrganizationShops } from "./organization-shops.tsx";
import { OperatorHome } from "./operator-home.tsx";
import { useWho } from "./who.ts";

const words = messages.session;

/** Leads to the shop of the session, to the list of shops where there are several, or to the sign-in. */
export function HomePage(): ReactNode {
  const { data: who, error, refetch } = useWho();
  if (who?.kind === "organization") return <OrganizationShops name={who.organization?.name ?? words.organization} />;
  if (who?.kind === "admin") return <OperatorHome />;
  if (who !== undefined && who.shop !== null) return <Navigate to="/shops/$shopId" params={{ shopId: shortId(who.shop.id) }} replace />;
  if (error instanceof ApiError && error.status === 401 && !isEmbedded()) return <Navigate to="/sign-in" replace />;
  return error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />;
}
