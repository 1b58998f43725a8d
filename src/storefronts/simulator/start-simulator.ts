import { fastify, type FastifyInstance } from "fastify";
import { sampleImage } from "../sample/sample-image.ts";
import { adminSchema } from "../shopify-schema/admin-schema.ts";
import { serveAdminPages } from "./app/admin-pages.ts";
import { serveOauth } from "./app/oauth-routes.ts";
import { createSimulatedApp } from "./app/simulated-app.ts";
import { createAccess } from "./admin/access.ts";
import { serveAdmin } from "./admin/admin-routes.ts";
import type { AdminContext } from "./admin/context.ts";
import { createCostBucket } from "./admin/cost-bucket.ts";
import { createBulkLinks } from "./bulk/bulk-links.ts";
import { createBulkOperations } from "./bulk/bulk-operations.ts";
import { type BulkOperation, finishedBody } from "./bulk/operation.ts";
import { serveDownloads } from "./bulk/download-routes.ts";
import { createCatalog } from "./catalog/catalog.ts";
import { openStateFile } from "./catalog/state-file.ts";
import { serveControl } from "./control/control-routes.ts";
import { createFailures } from "./control/failures.ts";
import { createControl, type SimulatorControl } from "./control/simulator-control.ts";
import { createCatalogEvents } from "./webhooks/catalog-events.ts";
import { createWebhookDeliveries } from "./webhooks/webhook-deliveries.ts";
import { createWebhookSubscriptions } from "./webhooks/webhook-subscriptions.ts";
import { BODY_BYTES_MAX, REQUEST_TIMEOUT_MS } from "./limits.ts";
import { type SimulatorOptions, simulatorSettings } from "./simulator-options.ts";

/** A server that speaks Shopify's Admin API, with the sample catalog as its shop, on this machine alone unless told otherwise. */
export interface Simulator extends AsyncDisposable {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly control: SimulatorControl;
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = simulatorSettings(options);
  const { shopDomain, token, clientId, clientSecret, version } = settings;
  const now = () => new Date();
  const nowMs = () => performance.now();
  let url = "";
  const baseUrl = () => settings.publicUrl ?? url;

  const stateFile = await openStateFile(settings.stateFile);
  const catalog = createCatalog({
    ...settings,
    imageBase: () => settings.imageBase ?? `${baseUrl()}/images`,
    now,
    differences: stateFile.differences,
  });
  const schema = adminSchema();
  const access = createAccess(schema);
  const failures = createFailures(settings.chaos);
  const links = createBulkLinks(baseUrl);
  const bucket = createCostBucket(settings.bucket.maximumAvailable, settings.bucket.restoreRate);
  const subscriptions = createWebhookSubscriptions();
  const { deliver, deliveryRetryMs: retryMs } = settings;
  const deliveries = createWebhookDeliveries({ shopDomain, clientSecret, version, subscriptions, deliver, retryMs, now });
  const tell = (topic: string, body: object) => deliveries.emit(topic, body);
  const ended = (operation: BulkOperation) => tell("bulk_operations/finish", finishedBody(operation));
  const bulk = await createBulkOperations({ ...settings, schema, access, links, failures, now, ended });
  const app = createSimulatedApp(settings, { now, tell, unsubscribe: () => subscriptions.clear() });
  const webhooks = { subscriptions, deliveries, events: createCatalogEvents(deliveries) };
  const context: AdminContext = { shopDomain, scopes: new Set(settings.scopes), catalog, bulk, app, webhooks, baseUrl };
  const changed = () => stateFile.save(() => catalog.differences());
  const control = createControl({ shopDomain, catalog, bulk, failures, bucket, app, webhooks, nowMs, changed });

  const server = fastify({ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true });
  const close = async (): Promise<void> => {
    deliveries.close();
    await server.close();
    await bulk.close();
    await stateFile.saved();
  };
  try {
    serveAdmin(server, { api: { schema, access, bucket, context, nowMs }, failures, token, version });
    serveOauth(server, { app, failures, now });
    serveAdminPages(server, app, now);
    serveDownloads(server, { bulk, links, failures, now });
    serveControl(server, control);
    serveImages(server);
    url = await server.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, token, clientId, clientSecret, control, close, [Symbol.asyncDispose]: close };
}

function serveImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>("/images/:file", async (request, reply) => {
    const image = sampleImage(request.params.file.replace(/\.png$/, ""));
    if (image === undefined) return reply.code(404).send();
    return reply.type("image/png").header("cache-control", "public, max-age=31536000, immutable").send(image);
  });
}
