import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { TooLargeError } from "#shared/errors.ts";

/**
 * What holds for every body, before any of it is read: one that is announced as too long for its route is refused,
 * a type that no route takes is nobody's, and a client that waits for leave to send gets it (`askForBody`) once nothing
 * speaks against the request. A body without an announced length is counted by its parser as it comes.
 */
export function receiveBodies(
  app: FastifyInstance,
  askForBody: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  // The framework takes plain text for any call, and JSON for forms; routes name what they take.
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", (request, _reply, done) => {
    const length = request.headers["content-length"];
    if (length === undefined) return done();
    const { bodyLimit, config } = request.routeOptions;
    const isForm = request.headers["content-type"]?.startsWith("multipart/");
    const limit = (isForm && config.formLimit) || bodyLimit;
    done(Number(length) > limit ? new TooLargeError("The request is too large.") : undefined);
  });
  app.addHook("preParsing", (request, reply, payload, done) => {
    askForBody(request.raw, reply.raw);
    done(null, payload);
  });
}
