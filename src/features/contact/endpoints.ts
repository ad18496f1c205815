import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent } from "#shared/schema.ts";
import {
  contactBody,
  contactMessage,
  contactMessageList,
  messageChange,
  messageParams,
  messageQuery,
  sentMessage,
} from "./schema.ts";

const tags = ["Contact"];

/** `contact/`: anyone writes, editors read, mark and delete. */
export const contactEndpoints = endpoints({
  "POST /contact": {
    access: "public",
    rateLimit: { max: 20, timeWindow: 10 * 60_000 },
    summary: "Send a message to the editors",
    tags,
    body: contactBody,
    response: { 201: sentMessage, 400: errorBody, 429: errorBody },
  },
  "GET /contact": {
    access: "message.manage",
    summary: "The messages that readers sent, newest first; by state, else all but spam",
    tags,
    query: messageQuery,
    response: { 200: contactMessageList },
  },
  "PUT /contact/:id": {
    access: "message.manage",
    summary: "Mark a message as new, read, done or spam",
    tags,
    params: messageParams,
    body: messageChange,
    response: { 200: contactMessage, 400: errorBody, 404: errorBody },
  },
  "DELETE /contact/:id": {
    access: "message.manage",
    summary: "Delete a message",
    tags,
    params: messageParams,
    response: { 204: noContent },
  },
});
export type ContactEndpoints = typeof contactEndpoints;
