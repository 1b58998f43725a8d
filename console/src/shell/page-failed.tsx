import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { Page } from "./page.tsx";

/** A page that couldn't be drawn. After an upgrade its old chunk is gone from the server: then a reload is what helps. */
export function PageFailed({ error }: { readonly error: unknown }): ReactNode {
  const isGone = error instanceof TypeError && /import|module/i.test(error.message);
  const title = isGone ? "A new version is ready." : "This page failed.";
  return (
    <Page title={isGone ? "New version" : "Page failed"}>
      <Empty title={title} action={<Button onPress={() => location.reload()}>Reload the page</Button>}>
        {isGone
          ? "Reload to use it. Nothing is lost."
          : error instanceof Error
            ? error.message
            : "Reload the page. If it fails again, tell your operator."}
      </Empty>
    </Page>
  );
}
