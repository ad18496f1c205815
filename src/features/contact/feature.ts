import type { Feature } from "#platform/feature.ts";
import type { ContactParts } from "./commands.ts";
import { contactRoutes } from "./routes.ts";

/** Messages from readers; `parts` are the dependencies of the contact form. */
export const contactFeature = (parts: ContactParts): Feature & { parts: ContactParts } => ({
  routes: [contactRoutes(parts)],
  parts,
});
