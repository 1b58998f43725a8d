import { afterAll, beforeAll, describe } from "vitest";
import { clonedService } from "../harness/service-on-clone.ts";
import { errorRows } from "./errors.suite.ts";
import { limitRows } from "./limits.suite.ts";
import { operationRows } from "./operations.suite.ts";
import { recordRows } from "./records.suite.ts";
import { resourceRows } from "./resources.suite.ts";
import { contractScene, type Scene } from "./scene.ts";
import { toolRows } from "./tools.suite.ts";
import { webhookRows } from "./webhooks.suite.ts";

/** The contract against one running service: rows of the specification first, then every operation of the registry. */

let scene: Scene;
beforeAll(async () => {
  scene = await contractScene(clonedService);
});
afterAll(() => scene[Symbol.asyncDispose]());

describe("resources and states", () => {
  resourceRows(() => scene);
});
describe("records", () => {
  recordRows(() => scene);
});
describe("limits", () => {
  limitRows(() => scene);
});
describe("errors", () => {
  errorRows(() => scene);
});
describe("webhooks", () => {
  webhookRows(() => scene);
});
describe("operations", () => {
  operationRows(() => scene);
});
describe("tools of agents", () => {
  toolRows(() => scene);
});
