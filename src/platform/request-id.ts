import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** An id of up to 64 harmless characters, as proxies make them. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/** The id of a request in every log line: its proxy's, where a trusted one made the connection, else a new one. */
export const requestId =
  (isProxied: (request: IncomingMessage) => boolean) =>
  (request: IncomingMessage): string => {
    const given = isProxied(request) ? request.headers["x-request-id"] : undefined;
    return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
  };
