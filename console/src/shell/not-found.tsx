import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Empty } from "../ui/states.tsx";
import { Page } from "./page.tsx";

export function NotFound(): ReactNode {
  return (
    <Page title="No such page">
      <Empty title="There is no page at this address." action={<Link to="/">Go to your shop</Link>}>
        The link may be old, or what it led to was removed.
      </Empty>
    </Page>
  );
}
