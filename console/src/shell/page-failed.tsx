import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { Page } from "./page.tsx";

const words = messages.shell;

/** A page that couldn't be drawn. After an upgrade its old chunk is gone from the server: then a reload is what helps. */
export function PageFailed({ error }: { readonly error: unknown }): ReactNode {
  const isGone = error instanceof TypeError && /import|module/i.test(error.message);
  const title = isGone ? words.newVersionReady : words.thisPageFailed;
  return (
    <Page title={isGone ? words.newVersion : words.pageFailed}>
      <Empty title={title} action={<Button onPress={() => location.reload()}>{words.reload}</Button>}>
        {isGone ? words.newVersionNext : error instanceof Error ? error.message : words.pageFailedNext}
      </Empty>
    </Page>
  );
}
