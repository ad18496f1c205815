import { endpoints } from "#shared/endpoint.ts";
import { remoteBody, remoteStates } from "./schema.ts";

/** `remote/`: items that the site fetches from other hosts, so that readers' browsers need not. */
export const remoteEndpoints = endpoints({
  "POST /remote": {
    access: "article.write",
    tags: ["Pictures"],
    summary: "Ask for pictures and link cards of other hosts, and how far they are; saves ask by themselves",
    body: remoteBody,
    response: { 200: remoteStates },
  },
});
export type RemoteEndpoints = typeof remoteEndpoints;
