import cluster from "node:cluster";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { DAY } from "#shared/time.ts";
import {
  type Connections,
  closeIfUnread,
  endAfterReading,
  INTERNAL,
  NO_PATH,
  type ParserError,
  pathOfTarget,
  type Rejection,
  rawRejection,
  reject,
  rejectionOf,
  trackConnections,
  UNKNOWN_METHOD,
  UNMET_EXPECTATION,
  wireOf,
} from "./http-connections.ts";
import { limitReceiving } from "./receiving.ts";

/** How long a client may take, in milliseconds. */
export type ClientTimeouts = {
  /** For the request's head, from its first byte or the start of the connection. */
  headers: number;
  /** For the body of a request. */
  request: number;
  /** Between two requests. */
  keepAlive: number;
  /** Without reading any of a response that is being sent. */
  send: number;
};

/** With the interval below, at most 10 s for the head. */
const TIMEOUTS: ClientTimeouts = { headers: 9_500, request: 30_000, keepAlive: 65_000, send: 30_000 };
/** How often Node checks for late heads and requests, in milliseconds. */
const TIMEOUT_INTERVAL_MS = 500;
/** How often idle connections are closed while stopping, in milliseconds. */
const QUIET_INTERVAL_MS = 50;
/** The longest turn of the event loop that counts as idle, in milliseconds, and how many turns to wait for one. */
const SHORT_TURN_MS = 0.5;
const MAX_TURNS = 200;

/** How to stop; times in milliseconds. */
type DrainManner = { grace: number; limit: number; hasSuccessor?: boolean | undefined };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

type Deps = {
  /** The site is served over HTTPS. */
  secure: boolean;
  log: FastifyBaseLogger;
  timeouts?: Partial<ClientTimeouts> | undefined;
  /** The id that finds a failed request in the log. */
  requestId: (request: IncomingMessage) => string;
  /** Resolves when `headers` are current; undefined if they are. */
  refreshHeaders?: () => Promise<void> | undefined;
  /** Set on every response, in addition to those of its kind. */
  headers?: () => Record<string, string> | undefined;
  /** Responds synchronously, or returns false and has sent nothing. */
  respondImmediately: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Handles whatever `respondImmediately` did not. */
  handle: Listener;
};

/**
 * The HTTP server below the framework. Whatever bytes arrive: each request is passed on as path and query, or rejected
 * with the common error body; slow clients are disconnected; no exception on the way ends the process.
 */
export function createHttpServer({
  secure,
  log,
  timeouts,
  requestId,
  headers: always,
  refreshHeaders,
  respondImmediately,
  handle,
}: Deps) {
  const times = { ...TIMEOUTS, ...timeouts };
  const connections = trackConnections();
  const awaitsContinue = new WeakSet<IncomingMessage>();
  let stopping = false;
  let isReady = true;

  const respond: Listener = (request, response) => {
    try {
      if (stopping) response.shouldKeepAlive = false;
      const added = always?.();
      if (added) response.setHeaders(new Map(Object.entries(added)));
      const { headers } = request;
      if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) {
        closeIfUnread(request, response);
        limitReceiving(request, times.request, () => server.emit("clientError", lateBody(), request.socket));
      }
      const rejection = prepare(request);
      if (rejection) return reject(response, rejection, secure);
      if (respondImmediately(request, response)) return;
      connections.begin(request, response);
      handle(request, response);
    } catch (error) {
      const id = requestId(request);
      log.error({ err: error, requestId: id }, "request failed before a route was found");
      if (response.headersSent) response.destroy();
      else reject(response, { ...INTERNAL, headers: { "x-request-id": id } }, secure);
    } finally {
      limitSending(request, response);
    }
  };

  const onRequest = afterRefresh(refreshHeaders, respond);
  const server = createServer(
    {
      headersTimeout: Math.min(times.headers, times.request),
      // Bodies have the limit of `limitReceiving`, which large uploads renew.
      requestTimeout: DAY,
      keepAliveTimeout: times.keepAlive,
      connectionsCheckingInterval: Math.min(TIMEOUT_INTERVAL_MS, times.headers),
      requireHostHeader: false,
    },
    onRequest,
  );
  server.on("connection", connections.add);
  const limitSending = closeStalled(server, connections, times.send);
  server.on("checkContinue", (request, response) => {
    awaitsContinue.add(request);
    onRequest(request, response);
  });
  server.on("checkExpectation", (request, response) => {
    reject(response, UNMET_EXPECTATION, secure);
    limitSending(request, response);
  });
  server.on("connect", (_request, socket: Socket) => {
    // Node has detached this connection, and a reset would otherwise be an unhandled error.
    socket.on("error", () => socket.destroy());
    endAfterReading(socket, wireOf(UNKNOWN_METHOD, secure));
  });
  // Node's own would cut off data that is written but not sent yet.
  server.closeIdleConnections = connections.closeQuiet;

  return {
    server,
    isStopping: () => !isReady,
    /** Responds to what the parser could not make a request of. For `clientError`. */
    onClientError: clientErrors(connections, secure),
    /** Lets a client that asked first (`Expect: 100-continue`) send its body. */
    askForBody(request: IncomingMessage, response: ServerResponse): void {
      if (awaitsContinue.delete(request)) response.writeContinue();
    },
    drain(manner: DrainManner): Promise<void> {
      stopping = true;
      isReady = manner.hasSuccessor ?? false;
      return drain(server, connections, manner);
    },
  };
}

/** As Node names it. */
const lateBody = () => Object.assign(new Error("The request took too long."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });

export type HttpServer = ReturnType<typeof createHttpServer>;

/** A listener that waits for `refresh` where there is something to wait for. */
const afterRefresh = (refresh: Deps["refreshHeaders"], respond: Listener): Listener =>
  refresh
    ? (request, response) => {
        const refreshed = refresh();
        if (refreshed) void refreshed.then(() => respond(request, response));
        else respond(request, response);
      }
    : respond;

/**
 * Stops without interrupting a request. For `grace` milliseconds everything is still served, each response announcing
 * that its connection closes, so that a proxy notices before it sends more. Then no new connections are accepted, and
 * requests in progress have `limit` milliseconds more. A successor on the same socket gets new connections from the
 * start; not from a worker, whose primary has accepted them already.
 */
async function drain(server: Server, connections: Connections, { grace, limit, hasSuccessor }: DrainManner) {
  const end = hasSuccessor && !cluster.isWorker ? closed(server) : undefined;
  connections.announceClose();
  await wait(grace);
  await endOfShortTurn();
  const sweep = setInterval(connections.closeQuiet, QUIET_INTERVAL_MS);
  const last = setTimeout(() => server.closeAllConnections(), limit);
  await (end ?? closed(server));
  clearInterval(sweep);
  clearTimeout(last);
}

/**
 * Closes connections on which nothing has moved for so many milliseconds, unless a response is being created. Call the
 * returned function for each request once its response has started or was handed on. Not `server.setTimeout`: Node
 * would set it again for every request, which costs a twentieth of a cached response.
 */
function closeStalled(server: Server, connections: Connections, timeout: number): Listener {
  server.on("connection", (socket) => void socket.setTimeout(timeout));
  server.on("timeout", (socket) => {
    const isBusy = connections.open(socket).length > 0 && socket.writableLength === 0;
    if (!isBusy) socket.destroy();
  });
  return ({ socket }, response) => {
    // Not the connection's length: a response that waits for the one before it has written nothing to it.
    if (!response.writableEnded || response.writableLength > 0) socket.setTimeout(timeout);
  };
}

/** Reduces the request's address to path and query; returns why it cannot be served. */
function prepare(request: IncomingMessage): Rejection | undefined {
  const rejection = rejectionOf(request);
  if (rejection) return rejection;
  const path = pathOfTarget(request.url ?? "");
  if (path === undefined) return NO_PATH;
  request.url = path;
  return undefined;
}

/**
 * Resolves at the end of an idle turn of the event loop. A turn starts by accepting pending connections, so a port that
 * closes right after it rejects no connection that the kernel has established.
 */
async function endOfShortTurn(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < SHORT_TURN_MS) return;
  }
}

/** Resolves once the last connection has closed; immediately if the server never listened. */
const closed = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));

/** Responds on connections whose bytes are no request; responses in progress keep their turn. */
function clientErrors(connections: Connections, secure: boolean) {
  const rejected = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    const open = connections.open(socket);
    const latest = open.at(-1);
    const end = () => endAfterReading(socket, rawRejection(error, secure));
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (rejected.has(socket)) return;
    else if (!latest) end();
    // The bytes after a complete request are at fault: its response comes first.
    else if (latest.request.complete) latest.response.once("close", end);
    // The body of this request is at fault.
    else if (open.length === 1 && !latest.response.headersSent) end();
    else socket.destroy();
    rejected.add(socket);
  };
}
