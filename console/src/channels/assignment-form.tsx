import type { ReactNode } from "react";
import { ApiError } from "../api/errors.ts";
import { useApi, useChange } from "../api/queries.ts";
import { useFeed } from "../feeds/use-feed.ts";
import { messages } from "../messages/messages.ts";
import { useCommands } from "../shell/commands.ts";
import { Section } from "../shell/page.tsx";
import { Answer } from "../ui/answer.tsx";
import { Button } from "../ui/button.tsx";
import { Leaving } from "../ui/leaving.tsx";
import { Fault } from "../ui/states.tsx";
import { useEdits } from "../ui/use-edits.ts";
import { useUnsaved } from "../ui/use-unsaved.ts";
import { ASSIGNMENT_MARKS, type Channel, type FeedChannel } from "./channel-state.tsx";
import styles from "./channels.module.css";
import { SettingInput } from "./setting-input.tsx";
import { fieldsOf, type SettingField } from "./setting-fields.ts";

const words = messages.channels;

interface AssignmentFormProps {
  readonly channel: Channel;
  /** Undefined: the feed isn't assigned to it yet. */
  readonly own: FeedChannel | undefined;
}

/** Assigns the channel with its settings, or changes these. The form is what the API says the channel takes. */
export function AssignmentForm({ channel, own }: AssignmentFormProps): ReactNode {
  const options = useApi("channels.options", { path: { slug: channel.slug } });
  return (
    <Section title={words.settings} description={own === undefined ? words.assignMeans : words.settingsMean}>
      <Answer of={options}>{({ settings }) => <Fields channel={channel} own={own} fields={fieldsOf(settings)} />}</Answer>
    </Section>
  );
}

type FieldsProps = AssignmentFormProps & { readonly fields: readonly SettingField[] };

function Fields({ channel: { slug }, own, fields }: FieldsProps): ReactNode {
  const { id } = useFeed();
  const feed = useApi("feeds.get", { path: { id } });
  const given = Object.fromEntries(fields.map(({ name, fallback }) => [name, own?.settings[name] ?? fallback ?? null]));
  const { values, isChanged, set, takeBack, saved } = useEdits<Readonly<Record<string, unknown>>>(given);
  const { isUnsaved, note, saved: noteSaved } = useUnsaved(values);
  const assign = useChange("feed_channels.assign", { marks: ASSIGNMENT_MARKS });
  const keep = () => {
    saved(values);
    noteSaved(values);
  };
  const submit = () => assign.mutate({ path: { feed_id: id, slug }, body: { settings: values } }, { onSuccess: keep });
  const label = own === undefined ? words.assignTo(feed.data?.display_name ?? words.feeds) : words.saveSettings;
  useCommands(own !== undefined && !isChanged ? [] : [{ id: "save channel", label, keys: "Ctrl+Enter", group: words.keys, run: submit }]);
  const { error } = assign;
  const faultOf = (name: string) => (error instanceof ApiError ? error.faultOf(`/settings/${name}`)?.message : undefined);
  const isPlaced = fields.some(({ name }) => faultOf(name) !== undefined);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields.map((field) => (
        <SettingInput
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => {
            note();
            set({ [field.name]: value });
          }}
          fault={faultOf(field.name)}
        />
      ))}
      <div className={styles["buttons"]}>
        <Button
          type="submit"
          kind={own === undefined ? "primary" : "plain"}
          isDisabled={own !== undefined && !isChanged}
          isPending={assign.isPending}
        >
          {label}
        </Button>
        {isChanged && own !== undefined ? (
          <Button kind="quiet" onPress={() => takeBack()}>
            {words.takeBack}
          </Button>
        ) : null}
      </div>
      {isPlaced ? null : <Fault error={error} />}
      <Leaving isLosing={() => isChanged && isUnsaved()} title={words.leaveAsk} action={words.discardSettings}>
        <p>{words.wouldBeLost}</p>
      </Leaving>
    </form>
  );
}
