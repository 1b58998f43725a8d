import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { extractsSearch } from "../extracts/extracts-search.ts";
import { fleetChangesSearch, fleetSearch, newChangeSearch } from "../fleet/fleet-search.ts";
import { productSearch, productsSearch } from "../products/products-search.ts";
import { runSearch, runsSearch } from "../runs/runs-search.ts";
import { sourceSearch } from "../source/source-search.ts";
import { versionsSearch } from "../versions/versions-search.ts";
import { NotFound } from "./not-found.tsx";
import { PageFailed } from "./page-failed.tsx";
import { Root } from "./root.tsx";

/**
 * The pages and their addresses. To add one: its folder, and its line here. Each page is a chunk of its own, loaded when it's opened or its link is
 * touched.
 */
// oxlint-disable-next-line max-lines-per-function -- a list of pages, which their types are read from
export function newRouter() {
  const root = createRootRoute({ component: Root });
  const home = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: lazyRouteComponent(() => import("../session/home-page.tsx"), "HomePage"),
  });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    component: lazyRouteComponent(() => import("../session/sign-in-page.tsx"), "SignInPage"),
  });
  const organization = createRoute({
    getParentRoute: () => root,
    path: "/org",
    component: lazyRouteComponent(() => import("./organization-frame.tsx"), "OrganizationFrame"),
  });
  const fleet = createRoute({
    getParentRoute: () => organization,
    path: "/fleet",
    validateSearch: fleetSearch,
    component: lazyRouteComponent(() => import("../fleet/fleet-page.tsx"), "FleetPage"),
  });
  const fleetChanges = createRoute({
    getParentRoute: () => organization,
    path: "/fleet/changes",
    validateSearch: fleetChangesSearch,
    component: lazyRouteComponent(() => import("../fleet/changes-page.tsx"), "ChangesPage"),
  });
  const newFleetChange = createRoute({
    getParentRoute: () => organization,
    path: "/fleet/changes/new",
    validateSearch: newChangeSearch,
    component: lazyRouteComponent(() => import("../fleet/new-change-page.tsx"), "NewChangePage"),
  });
  const fleetChange = createRoute({
    getParentRoute: () => organization,
    path: "/fleet/changes/$changeId",
    component: lazyRouteComponent(() => import("../fleet/change-page.tsx"), "ChangePage"),
  });
  const templates = createRoute({
    getParentRoute: () => organization,
    path: "/templates",
    component: lazyRouteComponent(() => import("../templates/templates-page.tsx"), "TemplatesPage"),
  });
  const template = createRoute({
    getParentRoute: () => organization,
    path: "/templates/$templateId",
    component: lazyRouteComponent(() => import("../templates/template-page.tsx"), "TemplatePage"),
  });
  const shop = createRoute({
    getParentRoute: () => root,
    path: "/shops/$shopId",
    component: lazyRouteComponent(() => import("./frame.tsx"), "Frame"),
  });
  const overview = createRoute({
    getParentRoute: () => shop,
    path: "/",
    component: lazyRouteComponent(() => import("../overview/overview-page.tsx"), "OverviewPage"),
  });
  const feed = createRoute({
    getParentRoute: () => shop,
    path: "/feeds/$feedId",
    component: lazyRouteComponent(() => import("../feeds/feed-frame.tsx"), "FeedFrame"),
  });
  const feedSummary = createRoute({
    getParentRoute: () => feed,
    path: "/",
    component: lazyRouteComponent(() => import("../feeds/feed-page.tsx"), "FeedPage"),
  });
  const products = createRoute({
    getParentRoute: () => feed,
    path: "/products",
    validateSearch: productsSearch,
    component: lazyRouteComponent(() => import("../products/products-page.tsx"), "ProductsPage"),
  });
  const source = createRoute({
    getParentRoute: () => feed,
    path: "/source",
    validateSearch: sourceSearch,
    component: lazyRouteComponent(() => import("../source/source-page.tsx"), "SourcePage"),
  });
  const rules = createRoute({
    getParentRoute: () => feed,
    path: "/rules",
    component: lazyRouteComponent(() => import("../rules/rules-page.tsx"), "RulesPage"),
  });
  const rule = createRoute({
    getParentRoute: () => feed,
    path: "/rules/$ruleId",
    component: lazyRouteComponent(() => import("../rules/rules-page.tsx"), "RulesPage"),
  });
  const runs = createRoute({
    getParentRoute: () => feed,
    path: "/runs",
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import("../runs/runs-page.tsx"), "RunsPage"),
  });
  const run = createRoute({
    getParentRoute: () => feed,
    path: "/runs/$runId",
    validateSearch: runSearch,
    component: lazyRouteComponent(() => import("../runs/run-page.tsx"), "RunPage"),
  });
  const versions = createRoute({
    getParentRoute: () => feed,
    path: "/versions",
    validateSearch: versionsSearch,
    component: lazyRouteComponent(() => import("../versions/versions-page.tsx"), "VersionsPage"),
  });
  const settings = createRoute({
    getParentRoute: () => feed,
    path: "/settings",
    component: lazyRouteComponent(() => import("../settings/settings-page.tsx"), "SettingsPage"),
  });
  const selection = createRoute({
    getParentRoute: () => feed,
    path: "/selection",
    component: lazyRouteComponent(() => import("../selection/selection-page.tsx"), "SelectionPage"),
  });
  const product = createRoute({
    getParentRoute: () => shop,
    path: "/products/$productId",
    validateSearch: productSearch,
    component: lazyRouteComponent(() => import("../products/product-page.tsx"), "ProductPage"),
  });
  const extracts = createRoute({
    getParentRoute: () => shop,
    path: "/extracts",
    validateSearch: extractsSearch,
    component: lazyRouteComponent(() => import("../extracts/extracts-page.tsx"), "ExtractsPage"),
  });
  const organizationPages = organization.addChildren([fleet, fleetChanges, newFleetChange, fleetChange, templates, template]);
  const feedPages = feed.addChildren([feedSummary, products, source, rules, rule, runs, run, versions, settings, selection]);
  return createRouter({
    routeTree: root.addChildren([home, signIn, organizationPages, shop.addChildren([overview, product, extracts, feedPages])]),
    basepath: "/console",
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: ReturnType<typeof newRouter>;
  }
}
