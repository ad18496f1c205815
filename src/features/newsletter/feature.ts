import type { Feature } from "#platform/feature.ts";
import type { ListParts } from "./commands.ts";
import { newsletterRoutes } from "./routes.ts";

/** Joining and leaving the list; `list` is what its form posts work with. */
export const newsletterFeature = (list: ListParts): Feature & { list: ListParts } => ({
  routes: [newsletterRoutes(list)],
  list,
});
