import { en } from "./en.ts";

/** What a language has to say: the shape of the English messages. */
export type Messages = Translated<typeof en>;

type Translated<Message> = Message extends string
  ? string
  : Message extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Message]: Translated<Message[Name]> };

/** The messages of the console's language. */
export const messages: Messages = en;
