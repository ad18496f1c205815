import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { patient } from "./slowness.ts";
import { IS_THOROUGH } from "./thorough.ts";

/**
 * How a recovery is polled for, in milliseconds. Five seconds are promised; a busy machine may take longer, and is no
 * fault of the code.
 */
export const RECOVERY = { timeout: IS_THOROUGH ? 5_000 : patient(30_000), interval: 50 };

/** A connection to a database that can be cut: connections break and new ones are rejected, or they fall silent. */
export type DatabaseProxy = {
  url: string;
  /** As if the database's machine had stopped. */
  cut: () => Promise<void>;
  /** As if the network dropped everything from now on. */
  silence: () => void;
  /** Restores the connection; what fell silent is closed. */
  open: () => Promise<void>;
  /** Breaks every connection that is open now; new ones are served. */
  drop: () => void;
  /** Silences every connection that is open now; new ones are served. */
  freeze: () => void;
  /**
   * Breaks the connection on which the n-th piece of data from now on is sent, on whichever connection: before it is
   * passed on, or after it, so that the database acts on it and its response is lost.
   */
  breakAt: (nth: number, moment: "before" | "after") => void;
  /** Lets everything through again. Returns whether a connection was broken. */
  mend: () => boolean;
  /** How many connections were accepted so far. */
  accepted: () => number;
};

/** Sits between the tests and a database on the private server, whose address names a socket. The caller closes it. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const direct = new URL(databaseUrl);
  const path = join(direct.searchParams.get("host") ?? "", ".s.PGSQL.5432");
  const sockets = new Set<Socket>();
  let isSilent = false;
  let accepted = 0;
  let left = Number.POSITIVE_INFINITY;
  let moment: "before" | "after" = "before";
  const server = createServer((socket) => {
    accepted += 1;
    keep(socket);
    if (isSilent) return;
    const upstream = connect(path);
    keep(upstream);
    let isBroken = false;
    socket.on("data", () => {
      left -= 1;
      if (left !== 0) return;
      isBroken = true;
      if (moment === "before") upstream.destroy();
    });
    socket.pipe(upstream);
    // Passed on by hand: an answer that is lost must not be on its way before the connection breaks.
    upstream.on("data", (chunk) => {
      if (isBroken) socket.destroy();
      else if (!socket.write(chunk)) upstream.pause();
    });
    socket.on("drain", () => upstream.resume());
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => {
      if (!isSilent) socket.destroy();
    });
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      drop();
    });
  return {
    url: `postgres://postgres@127.0.0.1:${port}${direct.pathname}`,
    cut,
    drop,
    freeze,
    accepted: () => accepted,
    breakAt(nth, when) {
      left = nth;
      moment = when;
    },
    mend() {
      const hasBroken = left <= 0;
      left = Number.POSITIVE_INFINITY;
      return hasBroken;
    },
    silence() {
      isSilent = true;
      freeze();
    },
    async open() {
      isSilent = false;
      if (server.listening) await cut();
      await listen(port);
    },
  };
}
