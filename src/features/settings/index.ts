export { changeSettings } from "./change-settings.ts";
export { getSettings } from "./get-settings.ts";
export { settingsSection } from "./section.ts";
