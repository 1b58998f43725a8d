import type { ReactNode } from "react";
import { Page } from "../shell/page.tsx";
export function SourcePage(): ReactNode {
  return <Page title="Source data">x</Page>;
}
