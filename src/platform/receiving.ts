import type { IncomingMessage } from "node:http";

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Calls `onLate` if the body of a request has not arrived after so many milliseconds. Node's own limit has no exceptions. */
export function limitReceiving(request: IncomingMessage, timeout: number, onLate: () => void): void {
  const timer = setTimeout(() => {
    if (!request.complete && !request.destroyed) onLate();
  }, timeout);
  timers.set(request, timer.unref());
  request.once("close", () => clearTimeout(timer));
}

/** Starts the time of a request again, as more of a large file has arrived: for uploads of people who may send one. */
export const renewReceiving = (request: IncomingMessage): void => void timers.get(request)?.refresh();
