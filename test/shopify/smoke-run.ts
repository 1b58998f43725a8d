import { parseArgs } from "node:util";
import { smokeShop } from "./smoke-shop.ts";

/** `npm run smoke:shopify`: what we ask Shopify as an app, asked of a real shop, or with `--fake` of the simulator. Exits 1 on a failure. */
const { values } = parseArgs({ options: { fake: { type: "boolean", default: false } } });

process.exitCode = await smokeShop({ fake: values.fake, env: process.env, say: (line) => void process.stdout.write(`${line}\n`) });
