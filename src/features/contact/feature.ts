import type { Feature } from "#platform/feature.ts";
import type { ContactParts } from "./commands.ts";
import { contactRoutes } from "./routes.ts";

/** Messages of readers; `parts` are what its form posts work with. */
export const contactFeature = (parts: ContactParts): Feature & { parts: ContactParts } => ({
  routes: [contactRoutes(parts)],
  parts,
});
