import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useEdits } from "../ui/use-edits.ts";
import { useUnsaved } from "../ui/use-unsaved.ts";
import { TemplateConflict } from "./template-conflict.tsx";
import { documentIn, placeholdersIn, placeholdersText, type Template } from "./template-text.ts";
import styles from "./templates.module.css";

const words = messages.templates;
const EXAMPLE = { name: "", names: "season", text: JSON.stringify({ rules: [{ text: words.exampleRule }] }, null, 2) };
type Written = typeof EXAMPLE;

/** Name, placeholders and document. A new template begins with an example that works. */
export function TemplateEditor({ template }: { readonly template?: Template }): ReactNode {
  const navigate = useNavigate();
  const create = useChange("templates.create", { marks: ["templates."] });
  const replace = useChange("templates.replace", { marks: ["templates."] });
  const edits = useEdits(template === undefined ? EXAMPLE : writtenOf(template));
  const { values } = edits;
  const { isUnsaved, note, saved } = useUnsaved(values);
  // Edits belong to the version that the first of them was made on, however the template changes meanwhile.
  const seen = useRef(template?.version);
  if (!edits.isChanged) seen.current = template?.version;
  const change = (part: Partial<Written>) => {
    note();
    edits.set(part);
  };
  const document = documentIn(values.text);
  const placeholders = placeholdersIn(values.names);
  const save = async (expected?: number): Promise<void> => {
    if (document === undefined || placeholders === undefined) return;
    const body = { name: values.name.trim(), document, placeholders: [...placeholders] };
    if (template !== undefined) {
      const query = expected === undefined ? {} : { expected_version: expected };
      const { version } = await replace.mutateAsync({ path: { template_id: String(template.id) }, query, body });
      seen.current = version;
      edits.saved(values);
      saved(values);
    } else {
      const { id } = await create.mutateAsync({ body });
      saved();
      await navigate({ to: "/org/templates/$templateId", params: { templateId: String(id) } });
    }
  };
  const send = (expected?: number) => void save(expected).catch(() => undefined);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        send(seen.current);
      }}
    >
      <TextField label={words.name} value={values.name} onChange={(name) => change({ name })} autoFocus={template === undefined} />
      <TextField
        label={words.placeholders}
        description={words.placeholdersHint}
        fault={placeholders === undefined ? words.badPlaceholders : undefined}
        isMono
        value={values.names}
        onChange={(names) => change({ names })}
      />
      <TextField
        label={words.text}
        description={words.textHint}
        fault={document === undefined ? words.badText : undefined}
        isMono
        rows={12}
        value={values.text}
        onChange={(text) => change({ text })}
      />
      {template === undefined ? (
        <Fault error={create.error} />
      ) : (
        <TemplateConflict error={replace.error} template={template} seen={seen.current} onForce={() => send()} />
      )}
      <Button
        type="submit"
        isPending={create.isPending || replace.isPending}
        isDisabled={values.name.trim() === "" || document === undefined || placeholders === undefined}
      >
        {template === undefined ? words.createIt : words.save}
      </Button>
      <Leaving isLosing={() => edits.isChanged && isUnsaved()} title={words.leaveAsk} action={words.discardChanges}>
        {words.wouldBeLost}
      </Leaving>
    </form>
  );
}

function writtenOf({ name, placeholders, document }: Template): Written {
  return { name, names: placeholdersText(placeholders), text: JSON.stringify(document, null, 2) };
}
