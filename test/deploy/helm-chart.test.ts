import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { CHART, chartValues, merged, renderChart } from "./helm-chart.ts";
import { objectFaults } from "./kubernetes-objects.ts";

/** What has to be set. */
const LEAST = { publicUrl: "https://feeds.example.com", storageUrl: "s3://feeds/production" };
/** Everything that is off by default, and every list that is empty. */
const EVERYTHING = {
  ...LEAST,
  filesUrl: "https://files.example.com",
  image: { repository: "registry.example.com/feedwright", tag: "1.2.3", pullSecrets: [{ name: "registry" }] },
  env: { LOG_LEVEL: "warn", OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" },
  worker: { autoscaling: { enabled: true, prometheusUrl: "http://prometheus:9090" } },
  backup: { enabled: true, claim: "feed-backups" },
  ingress: {
    enabled: true,
    className: "nginx",
    annotations: { "nginx.ingress.kubernetes.io/proxy-body-size": "512m" },
    hosts: ["feeds.example.com"],
    tls: [{ secretName: "feeds-tls", hosts: ["feeds.example.com"] }],
  },
  networkPolicy: {
    ingressFrom: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress" } } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
  },
  metrics: {
    serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
    prometheusRule: { enabled: true, labels: { release: "prometheus" } },
  },
  serviceAccount: { annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/feeds" } },
  service: { annotations: { team: "feeds" } },
  podAnnotations: { team: "feeds" },
  nodeSelector: { pool: "feeds" },
  tolerations: [{ key: "feeds", operator: "Exists" }],
};
const NOTHING_OPTIONAL = {
  ...LEAST,
  api: { autoscaling: { enabled: false } },
  migrate: { enabled: false },
  networkPolicy: { enabled: false },
  serviceAccount: { create: false },
};

const at = (value: unknown, ...path: readonly string[]): unknown => path.reduce<unknown>((found, key) => members(found)[key], value);
const named = (objects: Awaited<ReturnType<typeof renderChart>>, kind: string, name: RegExp = /./) => {
  const found = objects.filter((object) => object["kind"] === kind && name.test(String(at(object, "metadata", "name"))));
  expect(found, `${kind} ${String(name)}`).toHaveLength(1);
  return found[0];
};

async function valueFaults(values: object): Promise<readonly string[]> {
  const schema = members(parseJson(await readFile(join(CHART, "values.schema.json"), "utf8")));
  const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);
  validate({ ...members(await chartValues()), ...values });
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

describe("the Helm chart", () => {
  test.each([
    ["the least that has to be set", LEAST, 9],
    ["everything on", EVERYTHING, 15],
    ["everything off", NOTHING_OPTIONAL, 5],
  ])("renders objects that Kubernetes knows, with %s", async (_name, values, count) => {
    const objects = await renderChart(values);
    const faults = await Promise.all(objects.map(objectFaults));
    expect(faults.flat()).toEqual([]);
    expect(objects).toHaveLength(count);
    const names = objects.map((object) => `${String(object["kind"])} ${String(at(object, "metadata", "name"))}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a field that its kind doesn't have is found, and so is a value of a wrong type", async () => {
    const api = members(named(await renderChart(LEAST), "Deployment", /-api$/));
    const spec = members(api["spec"]);
    expect(await objectFaults({ ...api, spec: { ...spec, replicaCount: 2 } })).toEqual(["Deployment.spec has no field replicaCount"]);
    expect(await objectFaults({ ...api, spec: { ...spec, minReadySeconds: "2s" } })).toEqual([expect.stringMatching(/minReadySeconds/)]);
    const container = at(spec, "template", "spec", "containers");
    const template = { spec: { containers: [{ ...members(Array.isArray(container) ? container[0] : {}), readOnlyRootFilesystem: true }] } };
    expect(await objectFaults({ ...api, spec: { ...spec, template } })).toEqual([
      "Deployment.spec.template.spec.containers[0] has no field readOnlyRootFilesystem",
    ]);
  });

  test("every pod is unprivileged, has a read-only root and a memory limit that holds what Feedwright needs", async () => {
    const objects = await renderChart(EVERYTHING);
    const templates = objects.map((object) => (object["kind"] === "CronJob" ? at(object, "spec", "jobTemplate") : object));
    const pods = templates.map((object) => at(object, "spec", "template", "spec")).filter((pod) => pod !== undefined);
    expect(pods).toHaveLength(4);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          { securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } } },
        ],
        volumes: expect.arrayContaining([expect.objectContaining({ name: "data" }), expect.objectContaining({ name: "tmp" })]),
      });
      const [, amount = "", unit = ""] = /"limits":\{"memory":"(\d+)(Mi|Gi)"/.exec(JSON.stringify(pod)) ?? [];
      const bytes = Number(amount) * (unit === "Gi" ? 1024 ** 3 : 1024 ** 2);
      expect(bytes * 0.8).toBeGreaterThan(1.8e9);
    }
  });

  test("secrets come by reference alone, and the migration runs before an upgrade", async () => {
    const objects = await renderChart(EVERYTHING);
    expect(objects.filter(({ kind }) => kind === "Secret")).toEqual([]);
    const job = named(objects, "Job");
    expect(at(job, "metadata", "annotations", "helm.sh/hook")).toBe("pre-install,pre-upgrade");
    expect(JSON.stringify(job)).toContain(`"args":["migrate"]`);
    for (const object of [job, named(objects, "Deployment", /-api$/), named(objects, "Deployment", /-worker$/)])
      expect(JSON.stringify(object)).toContain(`"envFrom":[{"secretRef":{"name":"feedwright"}}]`);
  });

  test("backups go to a claim of their own, and the claim has to be named", async () => {
    const pod = at(named(await renderChart(EVERYTHING), "CronJob"), "spec", "jobTemplate", "spec", "template", "spec");
    expect(JSON.stringify(pod)).toContain(`"args":["backup","--out","/backups/feedwright"]`);
    expect(JSON.stringify(pod)).toContain(`{"name":"backups","mountPath":"/backups"}`);
    expect(JSON.stringify(pod)).toContain(`{"name":"backups","persistentVolumeClaim":{"claimName":"feed-backups"}}`);
    await expect(renderChart({ ...LEAST, backup: { enabled: true } })).rejects.toThrow("Set backup.claim");
  });

  test("selectors find the pods they are meant for", async () => {
    const objects = await renderChart(EVERYTHING);
    const labels = (name: RegExp) => members(at(named(objects, "Deployment", name), "spec", "template", "metadata", "labels"));
    const [api, worker] = [labels(/-api$/), labels(/-worker$/)];
    const selects = (selector: unknown, pod: object) =>
      Object.entries(members(selector)).every(([key, value]) => members(pod)[key] === value);
    for (const role of ["api", "worker"]) {
      const selector = at(named(objects, "PodDisruptionBudget", new RegExp(`-${role}$`)), "spec", "selector", "matchLabels");
      expect([selects(selector, api), selects(selector, worker)]).toEqual([role === "api", role === "worker"]);
      expect(at(named(objects, "Deployment", new RegExp(`-${role}$`)), "spec", "selector", "matchLabels")).toEqual(selector);
    }
    const service = at(named(objects, "Service", /feedwright$/), "spec", "selector");
    expect([selects(service, api), selects(service, worker)]).toEqual([true, false]);
    const monitored = named(objects, "Service", /-metrics$/);
    expect([selects(at(monitored, "spec", "selector"), api), selects(at(monitored, "spec", "selector"), worker)]).toEqual([true, true]);
    const monitor = at(named(objects, "ServiceMonitor"), "spec", "selector", "matchLabels");
    expect(selects(monitor, members(at(monitored, "metadata", "labels")))).toBe(true);
    expect(selects(monitor, members(at(named(objects, "Service", /feedwright$/), "metadata", "labels")))).toBe(false);
  });

  test("workers are scaled by the age of the oldest waiting work, and their number isn't set beside it", async () => {
    const objects = await renderChart(EVERYTHING);
    const scaled = named(objects, "ScaledObject");
    expect(at(scaled, "spec", "scaleTargetRef", "name")).toBe(at(named(objects, "Deployment", /-worker$/), "metadata", "name"));
    expect(JSON.stringify(scaled)).toContain(`"query":"max(feedwright_work_oldest_waiting_seconds)","threshold":"120"`);
    expect(members(at(named(objects, "Deployment", /-worker$/), "spec"))).not.toHaveProperty("replicas");
    expect(at(named(await renderChart(LEAST), "Deployment", /-worker$/), "spec", "replicas")).toBe(3);
  });

  test("the values that the guide restores with, a chart without nodes, are taken", async () => {
    const guide = await readFile(new URL("../../docs/guide/backup.md", import.meta.url), "utf8");
    const none = { replicas: 0, autoscaling: { enabled: false } };
    for (const role of ["api", "worker"]) expect(guide).toContain(`${role}.autoscaling.enabled=false,${role}.replicas=0`);
    const values = merged(await chartValues(), { ...LEAST, migrate: { enabled: false }, api: none, worker: none });
    expect(await valueFaults(members(values))).toEqual([]);
    const replicas = (await renderChart(members(values)))
      .filter(({ kind }) => kind === "Deployment")
      .map((each) => at(each, "spec", "replicas"));
    expect(replicas).toEqual([0, 0]);
  });

  test("a value that is missing, unknown or of a wrong form is refused", async () => {
    await expect(renderChart({ storageUrl: "s3://b" })).rejects.toThrow("Set publicUrl");
    await expect(renderChart({ ...LEAST, worker: { autoscaling: { enabled: true } } })).rejects.toThrow("prometheusUrl");
    expect(await valueFaults(LEAST)).toEqual([]);
    expect(await valueFaults({ ...LEAST, replicas: 3 })).toEqual([" must NOT have additional properties"]);
    expect(await valueFaults({ ...LEAST, env: { "log-level": "x" } })).not.toEqual([]);
    expect(await valueFaults({ ...LEAST, publicUrl: "feeds.example.com" })).toEqual([expect.stringMatching(/^\/publicUrl /)]);
  });
});
