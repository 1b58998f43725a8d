import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import { consoleKey } from "../keys/index.ts";
import { adminWrite } from "../operation.ts";
import { newCodeOf } from "../sessions/index.ts";
import { namedShop, ShopPath } from "./named-shop.ts";
import { OPERATORS_ONLY } from "./operators-only.ts";

const SignInLinkShape = z
  .strictObject({
    object: z.literal("sign_in_link"),
    url: z.url().meta({ description: "Opens the console, signed in to the shop." }),
    code: z
      .string()
      .meta({ description: "The code in the URL. `POST /session` takes it too.", examples: ["fwc_0123456789abcdefghijklmnopqrstuv"] }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "SignInLink" });

export const createSignInLink = adminWrite({
  name: "admin.create_sign_in_link",
  title: "Create a console link",
  summary: "Creates a link that signs in to a shop's console.",
  description:
    "The link works once, for 10 minutes, and gives full access to the shop. The shop's audit log records who created it. It's returned only in this response.",
  scope: "write_admin",
  http: { method: "POST", path: "/admin/shops/{id}/sign_in_links", status: 201 },
  path: ShopPath,
  output: dataOf(SignInLinkShape),
  example: {
    answer: {
      data: {
        url: "https://feeds.example.com/console/sign-in#code=fwc_0123456789abcdefghijklmnopqrstuv",
        code: "fwc_0123456789abcdefghijklmnopqrstuv",
      },
    },
  },
  errors: ["resource_not_found", "shop_inactive"],
  audit: "sign_in_code.created",
  secrets: ["url", "code"],
  mcp: OPERATORS_ONLY,
  target: namedShop,
  async run(call, { target: { shop, view } }) {
    if (view.uninstalled_at !== null) return call.fail("shop_inactive");
    const { code, expiresAt } = await newCodeOf(call.db, await consoleKey({ shop, clock: call.clock }));
    const url = `${call.publicUrl}/console/sign-in#code=${code}`;
    return { data: { object: "sign_in_link" as const, url, code, expires_at: expiresAt.toISOString() } };
  },
});
