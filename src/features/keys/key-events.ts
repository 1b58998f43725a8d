import { z } from "zod";
import { defineEvent } from "../events/index.ts";
import { ApiKeyShape } from "./key-shapes.ts";

const { raw_key: _shownOnce, ...members } = ApiKeyShape.shape;

export const apiKeyCreated = defineEvent({ name: "api_key.created", data: z.strictObject(members) });
export const apiKeyRevoked = defineEvent({
  name: "api_key.revoked",
  data: z.strictObject(members),
  example: { status: "revoked", revoked_at: "2026-11-02T09:30:00.000Z" },
});
