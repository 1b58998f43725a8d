import { beforeAll, describe, expect, test } from "vitest";
import { type RowClient, rowClient, until } from "./row-client.ts";
import { QUIET_WEBHOOK } from "./samples-webhooks.ts";
import type { Scene } from "./scene.ts";

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The rows of the specification about webhooks that can be seen without a receiver. */
export function webhookRows(scene: () => Scene): void {
  let client: RowClient;
  beforeAll(() => {
    client = rowClient(scene(), scene().stranger.merchantKey);
  });

  describe("a webhook", () => {
    test("has the members of the specification, and its secret only when it is made and when that is rotated", async () => {
      const { secret, ...made } = (await client.ask("POST", "/webhooks", QUIET_WEBHOOK)).data;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(made).toEqual({
        ...{ id: expect.stringMatching(/^wh_[1-9][0-9]*$/), object: "webhook", ...QUIET_WEBHOOK, status: "active", failure_count: 0 },
        ...{ last_delivery_at: null, disabled_at: null, disabled_reason: null, created_at: TIME, updated_at: TIME },
      });
      const route = `/webhooks/${String(made["id"])}`;
      expect((await client.ask("GET", route)).data).toEqual(made);
      expect((await client.ask("GET", "/webhooks")).list).toContainEqual(made);
      const rotated = (await client.ask("POST", `${route}/secret/rotate`)).data["secret"];
      expect([rotated, rotated === secret]).toEqual([expect.stringMatching(/^whsec_/), false]);
      expect((await client.send("DELETE", route)).status).toBe(204);
      await client.refused("resource_not_found", "GET", route);
    });

    test("whose address is not https or not public, or whose events are none, is 422 webhook_invalid", async () => {
      const { events } = QUIET_WEBHOOK;
      for (const url of [
        "http://receiver.example/",
        "ftp://receiver.example",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://u:p@receiver.example/",
        "nonsense",
        "",
        1,
        undefined,
        `https://receiver.example/${"x".repeat(2_048)}`,
      ])
        await client.refused("webhook_invalid", "POST", "/webhooks", { endpoint_url: url, events });
      for (const names of [[], ["no.such"], "feed.updated", undefined, [1], ["feed.updated", "feed.updated"]])
        await client.refused("webhook_invalid", "POST", "/webhooks", { ...QUIET_WEBHOOK, events: names });
    });

    test("takes `active` alone as a status, and every event of the specification by name", async () => {
      const route = `/webhooks/${scene().stranger.webhook}`;
      for (const status of ["disabled", "x", null]) await client.refused("webhook_invalid", "PATCH", route, { status });
      expect((await client.ask("PATCH", route, { status: "active" })).data).toMatchObject({
        status: "active",
        failure_count: 0,
        disabled_reason: null,
      });
      const named = [
        "extract.started",
        "extract.progress",
        "extract.completed",
        "extract.failed",
        "feed.created",
        "feed.updated",
        "product.updated",
        "products.imported",
        "rules.changed",
        "findings.updated",
        "finding_mute.created",
        "finding_mute.removed",
        "subscription.changed",
        "api_key.created",
        "api_key.revoked",
      ];
      const { data } = await client.ask("POST", "/webhooks", { ...QUIET_WEBHOOK, events: named });
      expect(data["events"]).toEqual(named);
      await client.ask("DELETE", `/webhooks/${String(data["id"])}`);
    });

    test("that is tested answers 202 with the delivery, which is listed, newest first, with the members of the specification", async () => {
      const route = `/webhooks/${scene().stranger.webhook}`;
      const made = await client.ask("POST", `${route}/test`);
      expect([made.status, made.data]).toMatchObject([
        202,
        { id: expect.stringMatching(/^whd_[1-9][0-9]*$/), object: "webhook_delivery", event: "test.ping", status: "pending" },
      ]);
      const listed = (await client.ask("GET", `${route}/deliveries`)).list;
      expect(listed[0]?.["id"]).toBe(made.data["id"]);
      expect(Object.keys(listed[0] ?? {})).toEqual(
        expect.arrayContaining([
          "id",
          "object",
          "event",
          "status",
          "attempt_count",
          "response_status",
          "response_time_ms",
          "error_message",
          "delivered_at",
          "next_retry_at",
          "created_at",
        ]),
      );
      const attempted = await until(
        () => client.send("GET", `${route}/deliveries/${String(made.data["id"])}`),
        ({ data }) => Number(data["attempt_count"]) > 0,
      );
      expect(attempted.data).toMatchObject({ response_status: null, error_message: expect.any(String), attempts: expect.any(Array) });
    });
  });
}
