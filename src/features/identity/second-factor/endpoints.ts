import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import { requirement, requirementBody } from "./schema.ts";

const tags = ["Settings"];

/** Which roles need a second factor. */
export const requirementEndpoints = endpoints({
  "GET /settings/second-factor": {
    access: "settings.manage",
    tags,
    summary: "The roles that need a second factor",
    response: { 200: requirement },
  },
  "PUT /settings/second-factor": {
    access: "settings.manage",
    tags,
    summary: "Set the roles that need a second factor, from the next call of each session on",
    description:
      "Who has none yet can only set one up. With their ETag in If-Match, it is refused (409) where they have been changed since; so it is for whoever would lock themself out.",
    body: requirementBody,
    response: { 200: requirement, 400: errorBody, 409: errorBody },
  },
});
export type RequirementEndpoints = typeof requirementEndpoints;
