import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { findLanguages, listAims } from "./market-queries.ts";

const LanguageShape = z
  .strictObject({
    object: z.literal("language"),
    id: z.string().meta({ description: "Language tag (BCP 47), as a feed's `locale`.", examples: ["de"] }),
    primary: z.boolean().meta({ description: "Whether the catalog itself is written in it." }),
    extracted: z.boolean().meta({ description: "Whether the live snapshot has the catalog in this language." }),
    left_out_reason: z
      .string()
      .nullable()
      .meta({ description: "Why the last extract lacks the language, if a feed needs it. Otherwise null.", examples: [null] }),
    feed_ids: z.array(idSchema("feed", "A feed.")).meta({ description: "Active feeds in this language." }),
  })
  .meta({ id: "Language" });

export const listLanguages = read({
  name: "shop.languages",
  title: "List languages",
  summary: "Lists the languages the shop is published in, the primary one first.",
  description:
    "A platform reports them. For an export, they are its own language and those of its translations. Languages that feeds name are listed too.",
  scope: "read_feeds",
  http: { method: "GET", path: "/languages", status: 200 },
  output: listOf(LanguageShape),
  errors: [],
  mcp: { hidden: "The console's form offers them. An agent reads the languages of `get_shop`." },
  async run({ shop }) {
    const { primary_locale: primary, languages } = await findLanguages(shop);
    const facts = (await findLiveSnapshot(shop))?.facts;
    const aims = await listAims(shop);
    const named = aims.flatMap(({ locale }) => (locale === null ? [] : [locale]));
    const data = [...new Set([primary, ...languages, ...named])].map((code) => ({
      object: "language" as const,
      id: code,
      primary: code === primary,
      extracted: facts !== undefined && (code === primary || facts.translations.includes(code)),
      left_out_reason: facts?.left_out.find((part) => part.kind === "locale" && part.code === code)?.reason ?? null,
      feed_ids: aims.filter(({ locale }) => (locale ?? primary) === code).map(({ id }) => formatId("feed", storedId("feed", id))),
    }));
    return { data };
  },
});
