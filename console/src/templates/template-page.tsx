import { useNavigate, useParams } from "@tanstack/react-router";
import { Fragment, type ReactNode, useState } from "react";
import { useApi, useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Page, Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/overlay.tsx";
import { Fault } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { TemplateDrift } from "./template-drift.tsx";
import { TemplateEditor } from "./template-editor.tsx";
import { TemplateShops } from "./template-shops.tsx";
import type { Template } from "./template-text.ts";
import styles from "./templates.module.css";

const words = messages.templates;

/** One template: its document, the values of each shop, and which shops differ from it. */
export function TemplatePage(): ReactNode {
  const { templateId } = useParams({ from: "/org/templates/$templateId" });
  const isNew = templateId === "new";
  const template = useApi("templates.get", { path: { template_id: templateId } }, { enabled: !isNew });
  if (isNew)
    return (
      <Page title={words.create}>
        <TemplateEditor />
      </Page>
    );
  return (
    <Page title={template.data?.name ?? words.one} actions={template.data === undefined ? null : <RollOut template={template.data} />}>
      <Answer of={template}>
        {(data) => (
          <Fragment key={data.id}>
            <Section title={words.document(data.version)}>
              <TemplateEditor template={data} />
            </Section>
            <Section title={words.shops} description={words.shopsNext}>
              <TemplateShops template={data} />
            </Section>
            {data.shops.length === 0 ? null : (
              <Section title={words.drift} description={words.driftNext}>
                <TemplateDrift templateId={templateId} />
              </Section>
            )}
            <Section title={words.versions}>
              <ul className={styles["versions"]}>
                {data.versions.map(({ version, created_by: by, created_at: at }) => (
                  <li key={version}>
                    {words.madeBy(version, by)} <Time at={at} />
                  </li>
                ))}
              </ul>
            </Section>
          </Fragment>
        )}
      </Answer>
    </Page>
  );
}

/** Prepares the staged change; nothing is changed before it's started there. */
function RollOut({ template }: { readonly template: Template }): ReactNode {
  const navigate = useNavigate();
  const { id, shops } = template;
  const create = useChange("fleet.create_change", { marks: ["fleet."] });
  const isComplete = shops.length > 0 && shops.every(({ missing }) => missing.length === 0);
  const roll = async (): Promise<void> => {
    if (!isComplete) return;
    const wanted = {
      action: { type: "apply_template" as const, template_id: id },
      shops: shops.map(({ shop_id, feed_id }) => ({ shop_id, feed_id })),
    };
    const change = await create.mutateAsync({ body: wanted });
    await navigate({ to: "/org/fleet/changes/$changeId", params: { changeId: String(change.id) } });
  };
  const go = () => void roll().catch(() => undefined);
  useCommands([{ id: "roll", label: words.rollOut(shops.length), keys: "Ctrl+Enter", group: words.one, run: go }]);
  return (
    <>
      <Fault error={create.error} />
      <Remove template={template} />
      <Button kind="primary" keys="Ctrl Enter" isPending={create.isPending} isDisabled={!isComplete} onPress={go}>
        {words.rollOut(shops.length)}
      </Button>
    </>
  );
}

function Remove({ template: { id, name, shops } }: { readonly template: Template }): ReactNode {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useChange("templates.remove", { marks: ["templates.list"] });
  return (
    <>
      <Button kind="danger" onPress={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.removeAsk(name)}
        action={words.remove}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ path: { template_id: String(id) } }, { onSuccess: () => void navigate({ to: "/org/templates" }) })}
      >
        <p>{words.removeMeans(shops.length)}</p>
      </Confirm>
    </>
  );
}
