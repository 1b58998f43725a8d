import type { ReactNode } from "react";
import { Page } from "../shell/page.tsx";
export function SelectionPage(): ReactNode {
  return <Page title="Selection">x</Page>;
}
