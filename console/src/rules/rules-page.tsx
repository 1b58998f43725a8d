import type { ReactNode } from "react";
import { Page } from "../shell/page.tsx";
export function RulesPage(): ReactNode {
  return <Page title="Rules">x</Page>;
}
