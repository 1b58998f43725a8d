import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { newQueryClient } from "./api/queries.ts";
import { applyPreferences } from "./shell/preferences.ts";
import { newRouter } from "./shell/router.tsx";
import "./styles/base.css";

const app = document.getElementById("app");
if (app !== null) {
  applyPreferences();
  createRoot(app).render(
    <StrictMode>
      <QueryClientProvider client={newQueryClient()}>
        <RouterProvider router={newRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
