import { endpoints } from "#shared/endpoint.ts";
import { remoteBody, remoteStates } from "./schema.ts";

/** `remote/`: items that the site fetches from other hosts, so that readers' browsers need not. */
export const remoteEndpoints = endpoints({
  "POST /remote": {
    access: "article.write",
    tags: ["Pictures"],
    summary:
      "Request copies of pictures and link cards from other hosts, and their state; saves request them automatically",
    description:
      "Items of kind `link` are asked for whether their page exists, in the background and at most once a week; a host that does not say so, or does not respond, counts as `done`.",
    body: remoteBody,
    response: { 200: remoteStates },
  },
});
export type RemoteEndpoints = typeof remoteEndpoints;
