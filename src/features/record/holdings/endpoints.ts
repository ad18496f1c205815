import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import { holding, holdingBody, holdingChange, holdingList, holdingParams } from "./schema.ts";

const own = { access: "account.own", tags: ["Holdings"] } as const;

/** The register of what people hold. */
export const holdingEndpoints = endpoints({
  "GET /accounts/holdings": {
    ...own,
    summary: "What one has registered oneself: what is held first, then by symbol",
    response: { 200: holdingList },
  },
  "POST /accounts/holdings": {
    ...own,
    summary: "Register a holding",
    description: "Articles that name the symbol disclose it from then on, as of when they are published.",
    body: holdingBody,
    response: { 201: holding, 400: errorBody, 409: errorBody },
  },
  "PATCH /accounts/holdings/:id": {
    ...own,
    summary: "Change a holding, or say when it ended",
    description: "What articles have disclosed already stays.",
    params: holdingParams,
    body: holdingChange,
    response: { 200: holding, 400: errorBody, 404: errorBody },
  },
  "DELETE /accounts/holdings/:id": {
    ...own,
    summary: "Remove an entry that was made by mistake; what articles have disclosed already stays",
    params: holdingParams,
    response: { 204: noContent, 404: errorBody },
  },
  "GET /accounts/users/:id/holdings": {
    access: "user.manage",
    tags: ["People"],
    summary: "What somebody has registered",
    params: holdingParams,
    response: { 200: holdingList, 404: errorBody },
  },
});
export type HoldingEndpoints = typeof holdingEndpoints;
