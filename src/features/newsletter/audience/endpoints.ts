import type { SubscriberEndpoints } from "#features/newsletter/endpoints.ts";
import { subscriber } from "#features/newsletter/schema.ts";
import { task } from "#features/tasks/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import {
  bounceKinds,
  clearBouncesBody,
  clearedBounces,
  importBody,
  importReport,
  MAX_CSV_BYTES,
  personBody,
  personExport,
  subscriberParams,
} from "./schema.ts";

const tags = ["Audience"];

/** `newsletter/subscribers/` and `newsletter/people/`: the list as editors manage it. */
export const audienceEndpoints = endpoints({
  "POST /newsletter/subscribers": {
    access: "subscriber.manage",
    summary: "Add a subscriber, who gets the welcome mail",
    tags,
    body: personBody,
    response: { 201: subscriber, 400: errorBody, 409: errorBody },
  },
  "DELETE /newsletter/subscribers/:id": {
    access: "subscriber.manage",
    summary: "Remove a subscriber",
    tags,
    params: subscriberParams,
    response: { 204: noContent },
  },
  "POST /newsletter/subscribers/import": {
    access: "subscriber.manage",
    bodyLimit: MAX_CSV_BYTES,
    summary: "Take in the subscribers of a CSV, or say what that would do; of a large one by a task (202)",
    tags,
    body: importBody,
    response: { 200: importReport, 202: task, 400: errorBody },
  },
  "GET /newsletter/bounces": {
    access: "subscriber.manage",
    summary: "Addresses that get no issues because servers rejected them, counted by what the last reply is about",
    tags,
    response: { 200: bounceKinds },
  },
  "POST /newsletter/bounces/clear": {
    access: "subscriber.manage",
    summary: "Let issues be sent again to addresses that were rejected: those of a kind of reply, or some subscribers",
    tags,
    body: clearBouncesBody,
    response: { 200: clearedBounces, 400: errorBody },
  },
  "POST /newsletter/people/export": {
    access: "personal_data.manage",
    summary: "Everything that is kept about a person",
    tags,
    body: personBody,
    response: { 200: personExport, 400: errorBody },
  },
  "POST /newsletter/people/erase": {
    access: "personal_data.manage",
    summary: "Erase everything about a person",
    tags,
    body: personBody,
    response: { 204: noContent },
  },
});
export type AudienceEndpoints = typeof audienceEndpoints & SubscriberEndpoints;
