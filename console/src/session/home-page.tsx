import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isEmbedded } from "../api/embedded.ts";
import { ApiError } from "../api/errors.ts";
import { shortId } from "../shell/paths.ts";
import { Failed, Loading } from "../ui/states.tsx";
import { OperatorHome } from "./operator-home.tsx";
import { useWho } from "./who.ts";

/** Leads to the shop of the session, to the fleet where there are several, or to the sign-in. */
export function HomePage(): ReactNode {
  const { data: who, error, refetch } = useWho();
  if (who?.kind === "organization") return <Navigate to="/org/fleet" replace />;
  if (who?.kind === "admin") return <OperatorHome />;
  if (who !== undefined && who.shop !== null) return <Navigate to="/shops/$shopId" params={{ shopId: shortId(who.shop.id) }} replace />;
  if (error instanceof ApiError && error.status === 401 && !isEmbedded()) return <Navigate to="/sign-in" replace />;
  return error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />;
}
