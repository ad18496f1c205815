import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { TooLargeError } from "#shared/errors.ts";

/**
 * Applies to every body before any of it is read: one whose announced length exceeds its route's limit is rejected, a
 * type that no route accepts is rejected, and a client that waits for permission to send gets it (`askForBody`) once no
 * check has rejected the request. A body without an announced length is counted by its parser as it arrives.
 */
export function receiveBodies(
  app: FastifyInstance,
  askForBody: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  // The framework accepts plain text everywhere, and JSON for forms; routes list what they accept.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", (request, _reply, done) => {
    const length = request.headers["content-length"];
    if (length === undefined) return done();
    const { bodyLimit, config } = request.routeOptions;
    const isForm = request.headers["content-type"]?.startsWith("multipart/");
    const limit = (isForm && config.formLimit) || bodyLimit;
    done(Number(length) > limit ? new TooLargeError("request_too_large", "The request is too large.") : undefined);
  });
  app.addHook("preParsing", (request, reply, payload, done) => {
    askForBody(request.raw, reply.raw);
    done(null, payload);
  });
}
