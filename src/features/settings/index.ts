export { changeSettings } from "./change-settings.ts";
export { getSettings } from "./get-settings.ts";
export { FeedSettingsChange, FeedSettingsShape, sameSettings, settingsAnswer, settingsToStore } from "./settings-shapes.ts";
