import { z } from "zod";
import { role } from "#features/identity/accounts/endpoints.ts";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, text } from "#shared/schema.ts";
import { KEY_SCOPES, MAX_KEY_NAME, MAX_ORIGINS } from "./rules.ts";

const scope = z.enum(KEY_SCOPES, { error: `Each scope must be one of ${KEY_SCOPES.join(", ")}.` });

const WRONG_ORIGIN = "An origin is a scheme and a host, such as https://app.example.com.";

/** Scheme, host and port of a web page, as browsers send it. */
const origin = z
  .string({ error: WRONG_ORIGIN })
  .max(300, { error: WRONG_ORIGIN })
  .refine((given) => /^https?:/.test(given) && URL.parse(given)?.origin === given, { error: WRONG_ORIGIN });

/** Omitted: no origins, and one year. */
export const keyBody = z.object(
  {
    name: text({ name: "Name", min: 1, max: MAX_KEY_NAME }),
    role,
    scopes: z
      .array(scope, { error: "Scopes must be a list." })
      .min(1, { error: "Choose at least one scope." })
      .max(KEY_SCOPES.length, { error: "Name each scope once." })
      .describe("Names of permissions that the role has; `read` allows whatever the role may read"),
    origins: z
      .array(origin, { error: "Origins must be a list." })
      .max(MAX_ORIGINS, { error: `A key can name at most ${MAX_ORIGINS} origins.` })
      .optional()
      .describe("Origins of web pages that may use the key; programs outside of browsers need none"),
    expires: z.iso
      .datetime({ offset: true, error: "Expires must be a time in ISO 8601." })
      .optional()
      .describe("Default: in a year"),
  },
  { error: "The body must be a JSON object." },
);
export type KeyBody = z.output<typeof keyBody>;

export const apiKey = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    start: z.string().describe("The first characters of the key"),
    role: role.describe("The key's role, or its owner's if that is weaker now"),
    scopes: z.array(z.string()),
    origins: z.array(z.string()),
    owner: z.object({ id: z.int().positive(), name: z.string() }),
    created: z.iso.datetime(),
    expires: z.iso.datetime(),
    last_used: z.object({ day: z.iso.date(), network: z.string().describe("An IPv4 /24 or an IPv6 /48") }).nullable(),
    key: z.string().optional().describe("The key itself, only in the response that creates it"),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

const managing = { access: "key.manage", tags: ["API keys"] } as const;

export const keyEndpoints = endpoints({
  "GET /api-keys": {
    ...managing,
    summary: "All API keys, newest first, including expired ones",
    response: { 200: z.array(apiKey) },
  },
  "POST /api-keys": {
    ...managing,
    summary: "Create an API key, which is only in this response",
    description: "The key acts for the caller, with at most the caller's role, until it expires or is revoked.",
    body: keyBody,
    errors: ["too_many_keys"],
    response: { 201: apiKey },
  },
  "DELETE /api-keys/:id": {
    ...managing,
    summary: "Revoke an API key: it stops working immediately",
    params: z.object({ id: idText }),
    response: { 204: noContent },
  },
});
export type KeyEndpoints = typeof keyEndpoints;
