import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { NotFound } from "./not-found.tsx";
import { PageFailed } from "./page-failed.tsx";
import { Root } from "./root.tsx";

/**
 * The pages and their addresses. To add one: its folder, and its line here. Each page is a chunk of its own, loaded when it's opened or its link is
 * touched.
 */
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
  return createRouter({
    routeTree: root.addChildren([home, signIn, shop.addChildren([overview, feed.addChildren([feedSummary])])]),
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
