import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take to read the answer that ends its connection, in milliseconds. */
const LINGER_MS = 1_000;
/** What is still to come of a body is read and thrown away up to this length; before more of it the connection ends. */
const MAX_UNREAD_BYTES = 64 * 1024;

type Answer = { request: IncomingMessage; response: ServerResponse };

/** The connections of a server and the answers that are under way on each. */
export function trackConnections() {
  const sockets = new Set<Socket>();
  const answers = new Map<Socket, Answer[]>();
  const lastRead = new WeakMap<Socket, number>();
  return {
    add(socket: Socket): void {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    },
    /** Counts a request as under way until its answer has left, or its connection has gone. */
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
    /** The answers under way on one connection, in the order of their requests. */
    open: (socket: Socket): Answer[] => answers.get(socket) ?? [],
    /** Lets every answer that has not begun yet say that its connection closes. */
    announceClose(): void {
      for (const { response } of [...answers.values()].flat())
        if (!response.headersSent) response.shouldKeepAlive = false;
    },
    /** Ends the connections on which nothing is under way and nothing has come since the last call of this. */
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
 * Closes the connection if the answer begins before the request's body has come whole: nothing more of it is read.
 * Called before the request is handled; a short rest is left to Node, which throws it away.
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
  // A request that nobody has read from would be read to its end by Node once it is answered.
  request.read(0);
  request.pause();
  request.socket.pause();
}

/**
 * Ends a connection on which unread bytes may wait. Closed at once, the kernel would reset it, and the reset would
 * overtake the answer; so the client gets a moment to read.
 */
export function endAfterReading(socket: Socket, last = ""): void {
  socket.pause();
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
