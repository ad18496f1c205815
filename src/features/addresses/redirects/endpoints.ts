import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery, text } from "#shared/schema.ts";
import { MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { MAX_IMPORT, MAX_PATH, MAX_REASON, REDIRECT_CODES, TOO_LARGE } from "./rules.ts";

const code = z.union(
  REDIRECT_CODES.map((one) => z.literal(one)),
  { error: `Code must be ${REDIRECT_CODES.join(", ")}.` },
);

export const redirect = z
  .object({
    id: z.int().positive(),
    from: z.string().describe("A path, possibly with `:name` segments or a `*` at its end"),
    to: z.string().describe("A path of this site or an http(s) address; empty for 410 and 451"),
    code: z.int().describe("301 permanent, 302 temporary, 410 removed, 451 withheld for legal reasons"),
    reason: z.string().describe("Why a page was withheld: readers see it"),
    hits: z.int().describe("Readers who followed it, each once an hour"),
    last_hit: z.iso.datetime().nullable(),
    source: z.enum(["editor", "import"]),
  })
  .meta({ id: "Redirect" });
export type Redirect = z.infer<typeof redirect>;

const fields = {
  from: text({ name: "From", min: 1, max: MAX_PATH }),
  to: text({ name: "To", max: MAX_ADDRESS_LENGTH }),
  code,
  reason: text({ name: "Reason", max: MAX_REASON }),
};
const NO_OBJECT = "The body must be a JSON object with from and to.";
const redirectBody = z.object(
  { from: fields.from, to: fields.to.default(""), code: code.default(301), reason: fields.reason.default("") },
  { error: NO_OBJECT },
);
export type RedirectBody = z.infer<typeof redirectBody>;

/** Omitted fields keep their value. */
const redirectChange = z.object(fields, { error: NO_OBJECT }).partial();
export type RedirectChange = z.infer<typeof redirectChange>;

export const IMPORT_FORMATS = ["csv", "netlify", "ghost"] as const;
const importBody = z.object(
  {
    text: z.string({ error: "Text is required." }).max(MAX_IMPORT, { error: TOO_LARGE }),
    format: z
      .enum(IMPORT_FORMATS, { error: `Format must be ${IMPORT_FORMATS.join(", ")}.` })
      .optional()
      .describe(
        "`csv` (also of the WordPress plugin Redirection), `netlify` (`_redirects`), or `ghost`; found if left out",
      ),
    dry_run: z.boolean().default(false).describe("Only report what would happen"),
  },
  { error: "The body must be a JSON object with text." },
);

const importReport = z
  .object({
    added: z.int(),
    changed: z.int(),
    skipped: z.array(z.object({ line: z.int(), from: z.string(), why: z.string() })),
  })
  .meta({ id: "RedirectImport" });
export type ImportReport = z.infer<typeof importReport>;

const missingPage = z
  .object({
    id: z.int().positive(),
    path: z.string(),
    hits: z.int().describe("Readers who requested it, each once an hour"),
    last: z.iso.datetime(),
    suggestion: z.string().nullable().describe("The path of the article that the address probably means"),
  })
  .meta({ id: "MissingPage" });
export type MissingPage = z.infer<typeof missingPage>;

const params = z.object({ id: idText });
const tags = ["Redirects"];

export const redirectEndpoints = endpoints({
  "GET /redirects": {
    access: "redirect.manage",
    tags,
    summary: "Redirects, the newest first",
    query: pageQuery.extend({ query: z.string().max(200).optional().describe("A part of either address") }),
    response: { 200: z.array(redirect) },
  },
  "POST /redirects": {
    access: "redirect.manage",
    tags,
    summary: "Add a redirect",
    description: "A chain becomes one step. 400 for a loop, 409 for an address that already has a redirect.",
    body: redirectBody,
    errors: ["redirect_taken", "invalid_redirect"],
    response: { 201: redirect },
  },
  "PUT /redirects/:id": {
    access: "redirect.manage",
    tags,
    summary: "Change a redirect; omitted fields keep their value",
    description: "With its ETag in If-Match, responds 409 if it has changed since.",
    params,
    body: redirectChange,
    headers: ["if-match"],
    errors: ["redirect_taken", "invalid_redirect"],
    response: { 200: redirect },
  },
  "DELETE /redirects/:id": {
    access: "redirect.manage",
    tags,
    summary: "Delete a redirect",
    params,
    response: { 204: noContent },
  },
  "POST /redirects/import": {
    access: "redirect.manage",
    tags,
    summary: "Import redirects from a CSV, the WordPress plugin Redirection, `_redirects`, or Ghost (JSON, YAML)",
    body: importBody,
    errors: ["invalid_redirect", "invalid_csv"],
    response: { 200: importReport },
  },
  "GET /redirects/missing": {
    access: "redirect.manage",
    tags,
    summary: "Addresses that readers did not find, the most requested first",
    query: pageQuery,
    response: { 200: z.array(missingPage) },
  },
  "DELETE /redirects/missing/:id": {
    access: "redirect.manage",
    tags,
    summary: "Remove an address from that list",
    params,
    response: { 204: noContent },
  },
});
export type RedirectEndpoints = typeof redirectEndpoints;
