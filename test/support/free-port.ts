import { createServer } from "node:net";

/** A port of this machine that nobody else gets until it is released, for a server that is started only later. */
export async function heldPort(host: string): Promise<{ port: number; release: () => Promise<void> }> {
  const holder = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    holder.once("error", reject);
    holder.listen(0, host, resolve);
  });
  const address = holder.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, release: () => new Promise((resolve) => holder.close(() => resolve())) };
}

/** A free port of this machine, for a server process that needs to know its port. */
export async function freePort(): Promise<number> {
  const { port, release } = await heldPort("127.0.0.1");
  await release();
  return port;
}
