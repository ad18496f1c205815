import type { Feature } from "#platform/feature.ts";
import type { ListParts } from "./commands.ts";
import { newsletterRoutes } from "./routes.ts";

/** Subscribing and unsubscribing; `list` is for the handlers of its form posts. */
export const newsletterFeature = (list: ListParts): Feature & { list: ListParts } => ({
  routes: [newsletterRoutes(list)],
  list,
});
