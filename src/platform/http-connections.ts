import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take to read the final response on its connection, in milliseconds. */
const LINGER_MS = 1_000;
/** The rest of a body is read and discarded up to this length; beyond it the connection is closed. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Answer = { request: IncomingMessage; response: ServerResponse };

/** The connections of a server and the responses that are under way on each. */
export function trackConnections() {
  const sockets = new Set<Socket>();
  const answers = new Map<Socket, Answer[]>();
  const lastRead = new WeakMap<Socket, number>();
  return {
    add(socket: Socket): void {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    },
    /** Counts a request as under way until its response has been sent, or its connection has closed. */
    begin(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      const answer = { request, response };
      const others = answers.get(socket);
      if (others) others.push(answer);
      else answers.set(socket, [answer]);
      response.once("close", () => {
        const open = (answers.get(socket) ?? []).filter((other) => other !== answer);
        if (open.length > 0) answers.set(socket, open);
        else answers.delete(socket);
      });
    },
    /** The responses under way on one connection, in the order of their requests. */
    open: (socket: Socket): Answer[] => answers.get(socket) ?? [],
    /** Adds `Connection: close` to every response that has not begun yet, and ends streams of events, which never end. */
    announceClose(): void {
      for (const { response } of [...answers.values()].flat())
        if (!response.headersSent) response.shouldKeepAlive = false;
        else if (response.getHeader("content-type") === "text/event-stream") response.end();
    },
    /** Closes the connections on which nothing is under way and nothing has arrived since the last call of this. */
    closeQuiet(): void {
      for (const socket of sockets) {
        const isQuiet = lastRead.get(socket) === socket.bytesRead;
        lastRead.set(socket, socket.bytesRead);
        if (isQuiet && !answers.has(socket) && socket.writableLength === 0) socket.destroySoon();
      }
    },
  };
}
export type Connections = ReturnType<typeof trackConnections>;

/**
 * Closes the connection if the response begins before the request's body has fully arrived: nothing more of it is read.
 * Called before the request is handled; a short remainder is left to Node, which discards it.
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
    if (!request.complete && length > MAX_UNREAD_BYTES) {
      response.shouldKeepAlive = false;
      stopReading(request);
      request.socket.destroySoon = () => endAfterReading(request.socket);
    }
    return writeHead(...values);
  };
}

function stopReading(request: IncomingMessage): void {
  request.unpipe();
  // After the response, Node would read an unread request to its end.
  request.read(0);
  request.pause();
  request.socket.pause();
}

/**
 * Closes a connection on which unread bytes may wait. Closed at once, the kernel would reset it, and the reset would
 * overtake the response; so the client gets a moment to read.
 */
export function endAfterReading(socket: Socket, last = ""): void {
  socket.pause();
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
