import type { Feature } from "#platform/feature.ts";
import { type CalendarStore, calendarRoutes } from "./routes.ts";

/** What the newsroom publishes and sends, by day. */
export const calendarFeature = (store: CalendarStore): Feature => ({ routes: [calendarRoutes(store)] });
