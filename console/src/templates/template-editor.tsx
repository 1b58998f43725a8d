import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useChange } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/states.tsx";
import { TextField } from "../ui/text-field.tsx";
import { documentIn, placeholdersIn, placeholdersText, type Template } from "./template-text.ts";
import styles from "./templates.module.css";

const words = messages.templates;
const EXAMPLE = JSON.stringify({ rules: [{ text: words.exampleRule }] }, null, 2);

/** Name, placeholders and document. A new template begins with an example that works. */
export function TemplateEditor({ template }: { readonly template?: Template }): ReactNode {
  const navigate = useNavigate();
  const create = useChange("templates.create", { marks: ["templates."] });
  const replace = useChange("templates.replace", { marks: ["templates."] });
  const [name, setName] = useState(template?.name ?? "");
  const [text, setText] = useState(template === undefined ? EXAMPLE : JSON.stringify(template.document, null, 2));
  const [names, setNames] = useState(template === undefined ? "season" : placeholdersText(template.placeholders));
  const document = documentIn(text);
  const placeholders = placeholdersIn(names);
  const save = async (): Promise<void> => {
    if (document === undefined || placeholders === undefined) return;
    const body = { name: name.trim(), document, placeholders: [...placeholders] };
    if (template !== undefined) await replace.mutateAsync({ path: { template_id: String(template.id) }, body });
    else {
      const { id } = await create.mutateAsync({ body });
      await navigate({ to: "/org/templates/$templateId", params: { templateId: String(id) } });
    }
  };
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(() => undefined);
      }}
    >
      <TextField label={words.name} value={name} onChange={setName} autoFocus={template === undefined} />
      <TextField
        label={words.placeholders}
        description={words.placeholdersHint}
        fault={placeholders === undefined ? words.badPlaceholders : undefined}
        isMono
        value={names}
        onChange={setNames}
      />
      <TextField
        label={words.text}
        description={words.textHint}
        fault={document === undefined ? words.badText : undefined}
        isMono
        rows={12}
        value={text}
        onChange={setText}
      />
      <Fault error={create.error ?? replace.error} />
      <Button
        type="submit"
        isPending={create.isPending || replace.isPending}
        isDisabled={name.trim() === "" || document === undefined || placeholders === undefined}
      >
        {template === undefined ? words.createIt : words.save}
      </Button>
    </form>
  );
}
