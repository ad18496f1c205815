import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import { mailParams, outboxList, outboxMail, outboxQuery } from "./schema.ts";

const tags = ["Mail"];

/** `outbox/`: mails that were sent, are waiting, have failed or are uncertain. */
export const outboxEndpoints = endpoints({
  "GET /outbox": {
    access: "subscriber.manage",
    summary: "The mails of the outbox, newest first; by state and kind, or what could not leave yet",
    tags,
    query: outboxQuery,
    response: { 200: outboxList },
  },
  "POST /outbox/:id/send-again": {
    access: "subscriber.manage",
    summary: "Queue a mail again that failed or is uncertain; the latter may then arrive twice",
    tags,
    params: mailParams,
    response: { 200: outboxMail, 404: errorBody, 409: errorBody },
  },
});
export type OutboxEndpoints = typeof outboxEndpoints;
