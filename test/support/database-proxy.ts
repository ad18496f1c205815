import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/** The way to a database that can be cut: connections break and new ones are refused, or they fall silent. */
export type DatabaseProxy = {
  url: string;
  /** As if the database's machine had stopped. */
  cut: () => Promise<void>;
  /** As if the network swallowed everything from now on. */
  silence: () => void;
  /** Opens the way again; what fell silent has ended. */
  open: () => Promise<void>;
};

/** Puts itself before a database on the private server, whose address names a socket. The caller cuts it at the end. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const direct = new URL(databaseUrl);
  const path = join(direct.searchParams.get("host") ?? "", ".s.PGSQL.5432");
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((socket) => {
    keep(socket);
    if (isSilent) return;
    const upstream = connect(path);
    keep(upstream);
    socket.pipe(upstream).pipe(socket);
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
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: `postgres://postgres@127.0.0.1:${port}${direct.pathname}`,
    cut,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async open() {
      isSilent = false;
      if (server.listening) await cut();
      await listen(port);
    },
  };
}
