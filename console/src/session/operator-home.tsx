import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { actFor } from "../api/client.ts";
import { useApi } from "../api/queries.ts";
import { Answer } from "../ui/answer.tsx";

/** Leads an operator to the shops; where there is none, to adding the first. */
export function OperatorHome(): ReactNode {
  // Before it asks.
  actFor(null);
  const shops = useApi("admin.list_shops", { query: { per_page: 1 } });
  return <Answer of={shops}>{({ data }) => <Navigate to={data.length === 0 ? "/admin/add-shop" : "/admin/shops"} replace />}</Answer>;
}
