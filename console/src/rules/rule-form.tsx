import type { ReactNode } from "react";
import type { Fault } from "../api/errors.ts";
import { useApi } from "../api/queries.ts";
import { messages } from "../messages/messages.ts";
import { Answer } from "../ui/answer.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import { JsonField } from "./json-field.tsx";
import { type Definition, type Member, membersOf } from "./rule-members.ts";

import styles from "./rules.module.css";

const words = messages.rules;

interface RuleFormProps {
  readonly definition: Definition;
  readonly onChange: (definition: Definition) => void;
  readonly faults: readonly Pick<Fault, "param" | "message">[];
}

/** A field for each member that the rule's type has, as the API describes it. */
export function RuleForm({ definition, onChange, faults }: RuleFormProps): ReactNode {
  const language = useApi("rules.functions", {});
  const type = textOf(definition["type"]);
  return (
    <Answer of={language}>
      {(found) => {
        if (found.object !== "rule_language") return null;
        const described = found.rule_types.find((one) => one.type === type);
        const set = (name: string, value: unknown) => {
          const { [name]: _, ...others } = definition;
          onChange(value === undefined || value === "" ? others : { ...others, [name]: value });
        };
        const faultOf = (name: string) => faults.find(({ param }) => param.endsWith(`/${name}`))?.message;
        return (
          <div className={styles["form"]}>
            <Select
              label={words.type}
              value={type}
              options={found.rule_types.map((one) => ({ value: one.type, label: one.type.replaceAll("_", " ") }))}
              onChange={(next) => onChange(found.rule_types.find((one) => one.type === next)?.example ?? { type: next })}
              fault={faultOf("type")}
            />
            <p className={styles["note"]}>{described?.summary}</p>
            {membersOf(described?.members ?? {}).map((member) => (
              <MemberField
                key={member.name}
                member={member}
                value={definition[member.name]}
                onChange={(value) => set(member.name, value)}
                fault={faultOf(member.name)}
              />
            ))}
            <TextField
              label={words.condition}
              isMono
              value={textOf(definition["condition"])}
              onChange={(value) => set("condition", value)}
              fault={faultOf("condition")}
              description={words.conditionHint}
            />
            <TextField
              label={words.note}
              value={textOf(definition["note"])}
              onChange={(value) => set("note", value)}
              fault={faultOf("note")}
            />
          </div>
        );
      }}
    </Answer>
  );
}

interface MemberFieldProps {
  readonly member: Member;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly fault: string | undefined;
}

function MemberField({ member: { name, kind, description, choices, fallback }, value, onChange, fault }: MemberFieldProps): ReactNode {
  const label = name.replaceAll("_", " ");
  switch (kind) {
    case "choice":
      return (
        <Select
          label={label}
          value={textOf(value ?? fallback)}
          options={choices.map((choice) => ({ value: choice, label: choice.replaceAll("_", " ") }))}
          onChange={onChange}
          fault={fault}
        />
      );
    case "flag":
      return (
        <Checkbox isSelected={value === undefined ? fallback === true : value === true} onChange={onChange}>
          {description === "" ? label : `${label}: ${description}`}
        </Checkbox>
      );
    case "number":
      return (
        <TextField
          label={label}
          inputMode="decimal"
          value={textOf(value)}
          onChange={(text) => onChange(text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text))}
          fault={fault}
          description={description}
        />
      );
    case "text":
      return (
        <TextField
          label={label}
          value={textOf(value)}
          onChange={onChange}
          fault={fault}
          description={description}
          {...(fallback === undefined ? {} : { placeholder: textOf(fallback) })}
        />
      );
    default:
      return <JsonField label={label} value={value} onChange={onChange} fault={fault} description={description} />;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
