import { expect, test } from "vitest";
import { meta } from "../../src/channels/meta/pack.ts";
import { conformanceCases } from "./conformance.suite.ts";
import { openMeta } from "./open-meta.ts";

test.each(conformanceCases(meta))("Meta: %s", (_title, run) => run(openMeta));
