import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { messageText, noContent } from "#shared/schema.ts";
import { MAX_MESSAGE, MAX_PATH, MAX_STACK } from "./rules.ts";

/** In bytes. */
const BODY_LIMIT = 32 * 1024;

const clientErrorBody = z.strictObject(
  {
    message: messageText({ name: "Message", max: MAX_MESSAGE }),
    stack: messageText({ name: "Stack", max: MAX_STACK }),
    path: messageText({ name: "Path", max: MAX_PATH }).describe("The screen's address, without its query"),
  },
  { error: "The body must have message, stack and path." },
);

export const clientErrorEndpoints = endpoints({
  "POST /system/client-errors": {
    access: "account.own",
    beforeSecondFactor: true,
    tags: ["System"],
    rateLimit: { max: 20, timeWindow: 10 * 60_000, isApproximate: true },
    bodyLimit: BODY_LIMIT,
    summary: "Report a screen of the admin area that failed, for the server's log",
    body: clientErrorBody,
    response: { 204: noContent },
  },
});
export type ClientErrorEndpoints = typeof clientErrorEndpoints;
