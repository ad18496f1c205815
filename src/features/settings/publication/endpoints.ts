import { endpoints } from "#shared/endpoint.ts";
import { publication } from "./schema.ts";

export const publicationEndpoints = endpoints({
  "GET /publication": {
    access: "public",
    cost: "nothing",
    summary: "The texts of the newsroom's own pages",
    tags: ["Publication"],
    response: { 200: publication },
  },
});
export type PublicationEndpoints = typeof publicationEndpoints;
