import type { FastifyInstance } from "fastify";
import { members } from "../../../kernel/unsafe.ts";
import { adminHost, HTML, page } from "./oauth-routes.ts";
import type { SimulatedApp } from "./simulated-app.ts";
import { signedQuery } from "./signed-text.ts";

/** The Shopify admin as far as an app meets it: the page that embeds it, the script it loads, and the page where charges are approved. */
export function serveAdminPages(server: FastifyInstance, app: SimulatedApp, now: () => Date): void {
  server.get("/admin/app", (_request, reply) => {
    // Shopify installs an embedded app itself before it opens it.
    if (app.granted() === null) app.install(app.settings.scopes);
    return reply.type(HTML).send(embeddingPage(app, now()));
  });
  server.get("/admin/app/session_token", (_request, reply) => reply.send({ token: app.sessionToken() }));
  server.get("/app-bridge.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(APP_BRIDGE));
  server.get<{ Params: { id: string } }>("/admin/charges/:id/confirm", (request, reply) => {
    const charge = app.subscriptions.find(Number(request.params.id));
    if (charge === undefined) return reply.code(404).type(HTML).send(page("Not found", ""));
    const [item] = charge.items;
    const price =
      item === undefined ? "" : `${item.amount} ${item.currencyCode}, ${item.interval === "ANNUAL" ? "every year" : "every 30 days"}`;
    const trial = charge.trialDays > 0 ? ` after ${charge.trialDays} days of trial` : "";
    const buttons = `<form method="post"><button name="decision" value="approve">Approve</button> <button name="decision" value="decline">Decline</button></form>`;
    return reply.type(HTML).send(page("Approve charge", `<p>${price}${trial}</p>${charge.status === "PENDING" ? buttons : charge.status}`));
  });
  server.post<{ Params: { id: string } }>("/admin/charges/:id/confirm", (request, reply) => {
    const decision = members(request.body)["decision"] === "decline" ? "decline" : "approve";
    const charge = app.subscriptions.decide(Number(request.params.id), decision);
    if (charge === undefined) return reply.code(404).type(HTML).send(page("Not found", ""));
    const back = new URL(charge.returnUrl);
    back.searchParams.set("charge_id", String(charge.id));
    return reply.redirect(back.href, 302);
  });
}

/** Answers App Bridge's questions from inside the frame, as the admin does. */
function embeddingPage(app: SimulatedApp, now: Date): string {
  const { shopDomain, clientSecret } = app.settings;
  const host = adminHost(shopDomain);
  const query = signedQuery({ embedded: "1", host, id_token: app.sessionToken(), locale: "en", shop: shopDomain }, clientSecret, now);
  const source = `${app.appUrl()}?${query}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const script = `addEventListener("message", async ({ data, source, origin }) => {
    if (origin !== ${JSON.stringify(new URL(app.appUrl()).origin)}) return;
    if (data?.ask === "session-token") {
      const { token } = await (await fetch("/admin/app/session_token")).json();
      source.postMessage({ id: data.id, token }, origin);
    }
  });`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shopify admin (simulated)</title>
<style>body{margin:0}iframe{border:0;width:100vw;height:100vh;display:block}</style><script>${script}</script></head>
<body><iframe name="app-iframe" title="App" src="${source}"></iframe></body></html>`;
}

/** In the place of Shopify's script: the same `shopify` object, as far as the console uses it. */
const APP_BRIDGE = `(() => {
  const admin = new URL(document.currentScript.src).origin;
  let asked = 0;
  const waiting = new Map();
  addEventListener("message", ({ data, origin }) => {
    if (origin !== admin) return;
    waiting.get(data?.id)?.(data.token);
    waiting.delete(data?.id);
  });
  const idToken = () => new Promise((resolve) => {
    asked += 1;
    waiting.set(asked, resolve);
    parent.postMessage({ ask: "session-token", id: asked }, admin);
  });
  window.shopify = { idToken };
})();
`;
