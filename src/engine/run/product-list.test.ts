import { afterAll, describe, expect, test } from "vitest";
import { rawProduct, rawVariant, snapshotOf } from "../../../test/harness/raw-records.ts";
