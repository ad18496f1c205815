import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery } from "#shared/schema.ts";
import { FRONT_KINDS } from "./rules.ts";
import { front, frontBody, frontVersion, listedFront, shownFront } from "./schema.ts";

const kind = z.enum(FRONT_KINDS, { error: `Kind must be one of ${FRONT_KINDS.join(", ")}.` });
const ofKind = z.object({ kind });
const ofPlace = z.object({
  kind,
  slug: z.string().describe("The last part of the address of the category, topic or series"),
});

const tags = ["Home page"];
const own = { access: "home.arrange", tags } as const;
const changing = {
  ...own,
  body: frontBody,
  headers: ["if-match"],
  errors: ["time_in_past", "picture_not_found"],
} as const;
const DESCRIPTION =
  "Without `status`, a draft stays a draft, and what is published takes effect immediately. `publish_at` publishes it at a time. With the ETag in If-Match, responds 409 if it has changed since.";
const place = z.object({ kind: kind.default("home"), slug: z.string().optional() });

export const frontEndpoints = endpoints({
  "GET /settings/fronts": {
    ...own,
    summary: "The front pages with arrangements of their own",
    response: { 200: z.array(listedFront) },
  },
  "GET /settings/fronts/:kind": {
    ...own,
    summary: "The newest arrangement of the home page, or of all pages of a kind",
    params: ofKind,
    response: { 200: front },
  },
  "PUT /settings/fronts/:kind": {
    ...changing,
    summary: "Arrange the home page, or all pages of a kind: as a draft, now, or at a time",
    description: DESCRIPTION,
    params: ofKind,
    response: { 200: front },
  },
  "DELETE /settings/fronts/:kind": {
    ...own,
    summary: "Return to the arrangement that pages have by themselves; the former one stays among the versions",
    params: ofKind,
    headers: ["if-match"],
    response: { 204: noContent },
  },
  "GET /settings/fronts/:kind/:slug": {
    ...own,
    summary: "The newest arrangement of the page of one category, topic or series",
    params: ofPlace,
    errors: ["front_not_found"],
    response: { 200: front },
  },
  "PUT /settings/fronts/:kind/:slug": {
    ...changing,
    summary: "Arrange the page of one category, topic or series",
    description: DESCRIPTION,
    params: ofPlace,
    errors: [...changing.errors, "front_not_found"],
    response: { 200: front },
  },
  "DELETE /settings/fronts/:kind/:slug": {
    ...own,
    summary: "Let the page of one category, topic or series follow that of its kind again",
    params: ofPlace,
    headers: ["if-match"],
    errors: ["front_not_found"],
    response: { 204: noContent },
  },
  "GET /fronts/versions": {
    ...own,
    summary: "The versions of a front page, the newest first",
    query: place.extend(pageQuery.shape),
    errors: ["front_not_found"],
    response: { 200: z.array(frontVersion) },
  },
  "POST /fronts/versions/:id/preview": {
    ...own,
    summary: "A link to the page as it is with a version, for 30 minutes",
    params: z.object({ id: idText }),
    errors: ["front_not_found"],
    response: { 200: z.object({ url: z.string() }).meta({ id: "FrontPreview" }) },
  },
  "GET /fronts/by-place/:kind": {
    access: "public",
    summary: "The blocks of the home page, or of all pages of a kind, with their stories",
    tags,
    params: ofKind,
    response: { 200: shownFront },
  },
  "GET /fronts/by-place/:kind/:slug": {
    access: "public",
    summary: "The blocks of the page of one category, topic or series, with their stories",
    tags,
    cache: { isNamed: true },
    params: ofPlace,
    errors: ["front_not_found"],
    response: { 200: shownFront },
  },
});
export type FrontEndpoints = typeof frontEndpoints;
