import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { auditSearch } from "../audit/audit-search.ts";
import { channelSearch } from "../channels/channel-search.ts";
import { extractsSearch } from "../extracts/extracts-search.ts";
import { fleetChangesSearch, fleetSearch, newChangeSearch } from "../fleet/fleet-search.ts";
import { findingsSearch } from "../findings/findings-search.ts";
import { lookupSearch, lookupsSearch } from "../lookups/lookups-search.ts";
import { mappingsSearch } from "../mappings/mappings-search.ts";
import { productSearch, productsSearch } from "../products/products-search.ts";
import { runSearch, runsSearch } from "../runs/runs-search.ts";
import { sourceSearch } from "../source/source-search.ts";
import { versionsSearch } from "../versions/versions-search.ts";
import { webhookSearch } from "../webhooks/webhooks-search.ts";
import { framedHistory } from "./framed-history.ts";
import { NotFound } from "./not-found.tsx";
import { PageFailed } from "./page-failed.tsx";
import { Root } from "./root.tsx";
import { searchAsTyped } from "./search.ts";

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
  const admin = createRoute({
    getParentRoute: () => root,
    path: "/admin",
    component: lazyRouteComponent(() => import("../admin/admin-frame.tsx"), "AdminFrame"),
  });
  const adminPages = [
    createRoute({
      getParentRoute: () => admin,
      path: "/shops",
      component: lazyRouteComponent(() => import("../admin/admin-shops-page.tsx"), "AdminShopsPage"),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: "/add-shop",
      component: lazyRouteComponent(() => import("../admin/add-shop-page.tsx"), "AddShopPage"),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: "/organizations",
      component: lazyRouteComponent(() => import("../admin/admin-organizations-page.tsx"), "AdminOrganizationsPage"),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: "/keys",
      component: lazyRouteComponent(() => import("../admin/admin-keys-page.tsx"), "AdminKeysPage"),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: "/audit",
      component: lazyRouteComponent(() => import("../admin/admin-audit-page.tsx"), "AdminAuditPage"),
    }),
    createRoute({
      getParentRoute: () => admin,
      path: "/health",
      component: lazyRouteComponent(() => import("../admin/admin-health-page.tsx"), "AdminHealthPage"),
    }),
  ];
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
  const start = createRoute({
    getParentRoute: () => shop,
    path: "/start",
    component: lazyRouteComponent(() => import("../start/start-page.tsx"), "StartPage"),
  });
  const mappings = createRoute({
    getParentRoute: () => feed,
    path: "/mappings",
    validateSearch: mappingsSearch,
    component: lazyRouteComponent(() => import("../mappings/mappings-page.tsx"), "MappingsPage"),
  });
  const feedChannels = createRoute({
    getParentRoute: () => feed,
    path: "/channels",
    component: lazyRouteComponent(() => import("../channels/feed-channels-page.tsx"), "FeedChannelsPage"),
  });
  const feedChannel = createRoute({
    getParentRoute: () => feed,
    path: "/channels/$slug",
    validateSearch: channelSearch,
    component: lazyRouteComponent(() => import("../channels/feed-channel-page.tsx"), "FeedChannelPage"),
  });
  const findings = createRoute({
    getParentRoute: () => feed,
    path: "/channels/$slug/findings",
    validateSearch: findingsSearch,
    component: lazyRouteComponent(() => import("../findings/findings-page.tsx"), "FindingsPage"),
  });
  const channels = createRoute({
    getParentRoute: () => shop,
    path: "/channels",
    component: lazyRouteComponent(() => import("../channels/channels-page.tsx"), "ChannelsPage"),
  });
  const channel = createRoute({
    getParentRoute: () => shop,
    path: "/channels/$slug",
    validateSearch: channelSearch,
    component: lazyRouteComponent(() => import("../channels/channel-page.tsx"), "ChannelPage"),
  });
  const channelPages = [feedChannels, feedChannel, findings];
  const tests = createRoute({
    getParentRoute: () => feed,
    path: "/tests",
    component: lazyRouteComponent(() => import("../tests/tests-page.tsx"), "TestsPage"),
  });
  const lookups = createRoute({
    getParentRoute: () => shop,
    path: "/lookups",
    validateSearch: lookupsSearch,
    component: lazyRouteComponent(() => import("../lookups/lookups-page.tsx"), "LookupsPage"),
  });
  const lookup = createRoute({
    getParentRoute: () => shop,
    path: "/lookups/$name",
    validateSearch: lookupSearch,
    component: lazyRouteComponent(() => import("../lookups/lookup-page.tsx"), "LookupPage"),
  });
  const webhooks = createRoute({
    getParentRoute: () => shop,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("../webhooks/webhooks-page.tsx"), "WebhooksPage"),
  });
  const webhook = createRoute({
    getParentRoute: () => shop,
    path: "/webhooks/$webhookId",
    validateSearch: webhookSearch,
    component: lazyRouteComponent(() => import("../webhooks/webhook-page.tsx"), "WebhookPage"),
  });
  const keys = createRoute({
    getParentRoute: () => shop,
    path: "/keys",
    component: lazyRouteComponent(() => import("../keys/keys-page.tsx"), "KeysPage"),
  });
  const plan = createRoute({
    getParentRoute: () => shop,
    path: "/plan",
    component: lazyRouteComponent(() => import("../plan/plan-page.tsx"), "PlanPage"),
  });
  const audit = createRoute({
    getParentRoute: () => shop,
    path: "/audit",
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import("../audit/audit-page.tsx"), "AuditPage"),
  });
  const shopSettings = createRoute({
    getParentRoute: () => shop,
    path: "/settings",
    component: lazyRouteComponent(() => import("../shop-settings/shop-settings-page.tsx"), "ShopSettingsPage"),
  });
  const organization = createRoute({
    getParentRoute: () => root,
    path: "/org",
    component: lazyRouteComponent(() => import("../organization/organization-frame.tsx"), "OrganizationFrame"),
  });
  const organizationShops = createRoute({
    getParentRoute: () => organization,
    path: "/shops",
    component: lazyRouteComponent(() => import("../organization/shops-page.tsx"), "OrganizationShopsPage"),
  });
  const organizationMembers = createRoute({
    getParentRoute: () => organization,
    path: "/members",
    component: lazyRouteComponent(() => import("../organization/members-page.tsx"), "MembersPage"),
  });
  const organizationKeys = createRoute({
    getParentRoute: () => organization,
    path: "/keys",
    component: lazyRouteComponent(() => import("../organization/keys-page.tsx"), "OrganizationKeysPage"),
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
  const shopPages = [lookups, lookup, webhooks, webhook, keys, plan, audit, shopSettings];
  const organizationPages = organization.addChildren([
    ...[fleet, fleetChanges, newFleetChange, fleetChange, templates, template],
    ...[organizationShops, organizationMembers, organizationKeys],
  ]);
  const feedPages = feed.addChildren([
    feedSummary,
    products,
    source,
    rules,
    rule,
    runs,
    run,
    versions,
    settings,
    selection,
    mappings,
    tests,
    ...channelPages,
  ]);
  return createRouter({
    routeTree: root.addChildren([
      home,
      signIn,
      organizationPages,
      admin.addChildren(adminPages),
      shop.addChildren([overview, start, product, extracts, channels, channel, ...shopPages, feedPages]),
    ]),
    basepath: "/console",
    ...framedHistory(),
    ...searchAsTyped(),
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
    // Other rows begin at the top.
    scrollToTopSelectors: ["[role=grid]"],
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: ReturnType<typeof newRouter>;
  }
}
