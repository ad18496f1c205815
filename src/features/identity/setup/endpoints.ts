import { z } from "zod";
import { newPassword, tokenPair } from "#features/identity/accounts/endpoints.ts";
import { MAX_NAME_LENGTH } from "#features/identity/accounts/rules.ts";
import { accent } from "#features/settings/appearance/endpoints.ts";
import { timeZone } from "#features/settings/endpoints.ts";
import { contactEmail, siteLanguage, siteName, siteTagline } from "#features/settings/facts/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, text } from "#shared/schema.ts";
import { LANGUAGES } from "#shared/translate.ts";

const NO_OBJECT = "The body must be a JSON object.";
const MAX_TOKEN_CHARS = 200;

const token = z
  .string({ error: "The token is missing." })
  .min(1, { error: "The token is missing." })
  .max(MAX_TOKEN_CHARS, { error: "This is not the token of a setup link." });

/** The first values of the setup screen. */
const setupState = z
  .object({
    email: z.string().describe("Empty if the operator gave no address that can receive mail"),
    site_name: z.string().describe("The name of the publication"),
    language: z.enum(LANGUAGES).describe("The language of the site's own texts"),
    accent: z.string().describe("`#rrggbb`"),
    time_zone: z.string(),
    has_demo: z.boolean().describe("Whether the first start stored demo content"),
  })
  .meta({ id: "SetupState" });
export type SetupState = z.infer<typeof setupState>;

const setupBody = z.object(
  {
    token,
    name: text({ name: "Name", min: 1, max: MAX_NAME_LENGTH }),
    email: emailAddress,
    password: newPassword,
    site_name: siteName.optional().describe("The name of the publication"),
    language: siteLanguage.optional().describe("The language of the site's own texts"),
    tagline: siteTagline.optional().describe("What the publication is about; may be empty"),
    contact_email: contactEmail
      .optional()
      .describe("Where readers write to, which they see; by default the chief's address"),
    accent: accent.optional().describe("As in `PUT /settings/appearance`"),
    time_zone: timeZone,
    keeps_demo: z.boolean({ error: "Keeps demo must be true or false." }).default(true),
  },
  { error: NO_OBJECT },
);
export type SetupBody = z.infer<typeof setupBody>;

const open = { access: "public", rateLimit: { max: 60, timeWindow: 10 * 60_000 }, tags: ["Setup"] } as const;

export const setupEndpoints = endpoints({
  "POST /setup/check": {
    ...open,
    summary: "Whether a setup link is valid, and the first values of its screen",
    description:
      "The first start prints the link. 400 for another link, and 404 once the link was used or has expired.",
    body: z.object({ token }, { error: NO_OBJECT }),
    errors: ["invalid_link", "not_found"],
    response: { 200: setupState },
  },
  "POST /setup": {
    ...open,
    summary: "Set up a new publication with the link of its first start, and log in",
    description:
      "Replaces the name, email and password of the first account. The link works once. Omitted settings of the publication have their defaults.",
    body: setupBody,
    headers: ["x-device-token"],
    responseHeaders: ["x-device-token"],
    errors: ["invalid_link", "weak_password", "email_taken", "name_taken", "not_found"],
    response: { 200: tokenPair },
  },
});
export type SetupEndpoints = typeof setupEndpoints;
