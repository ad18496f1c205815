import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnswerCache } from "./answer-cache.ts";
import { formAtHand, type KeptAnswer } from "./answer-forms.ts";
import { acceptedEncoding, namesTag } from "./content-negotiation.ts";

const isKnown = ({ isRevalidated, etag }: KeptAnswer, header: string | undefined) =>
  isRevalidated && namesTag(header, etag);

/**
 * Sends a kept response before the framework runs; false, with nothing sent, where it is not for this client or not at
 * hand in a form that it accepts.
 */
export function sendAtOnce(answer: KeptAnswer, request: IncomingMessage, response: ServerResponse): boolean {
  const { headers } = request;
  if (answer.isForReaders && headers.authorization !== undefined) return false;
  if (isKnown(answer, headers["if-none-match"])) {
    response.writeHead(304, answer.notModifiedHead).end();
    return true;
  }
  const form = formAtHand(answer, acceptedEncoding(headers["accept-encoding"]));
  if (!form) return false;
  response.writeHead(answer.status, form.head);
  response.end(request.method === "HEAD" ? undefined : form.body);
  return true;
}

type Sending = { key: string; answer: KeptAnswer; cache: AnswerCache };

/** Sends the same from a route's handler. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, { key, answer, cache }: Sending) {
  if (isKnown(answer, request.headers["if-none-match"])) {
    // What was set for every response before this one was found would replace the stored page's policy in the client.
    for (const name of Object.keys(reply.getHeaders())) if (name !== "x-content-type-options") reply.removeHeader(name);
    return reply.status(304).headers(headersOf(answer.notModifiedHead)).send();
  }
  const { head, body } = await cache.form(key, answer, acceptedEncoding(request.headers["accept-encoding"]));
  return reply.status(answer.status).headers(headersOf(head)).send(body);
}

function headersOf(head: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < head.length; index += 2) headers[head[index] ?? ""] = head[index + 1] ?? "";
  return headers;
}
