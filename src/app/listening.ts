import { lookup } from "node:dns/promises";
import * as net from "node:net";
import { type Env, EnvError } from "../env.ts";
import { SOCKET_VARIABLE } from "./supervisor.ts";

/** A listening socket as the supervisor gets it, which it passes on to the successor of a process. */
export type ListeningSocket = { close: () => void; fd?: number };

/** The socket that this process takes over: connections wait in it, whichever of the two accepts them. */
export function inheritedSocket(): number | undefined {
  const value = process.env[SOCKET_VARIABLE];
  return value === undefined ? undefined : Number(value);
}

/** Where to listen: the port of the settings, or the socket of the predecessor. */
type Place = { port: number; host: string; fd?: number };

/** Throws EnvError if the port or the host cannot be used. */
export async function listening<Result>(
  { port, host }: Pick<Env, "port" | "host">,
  listen: (at: Place) => Promise<Result>,
): Promise<Result> {
  const fd = inheritedSocket();
  try {
    // With a name such as localhost, the framework would also listen at its other addresses.
    return await listen(fd === undefined ? { port, host } : { port, host: "inherited", fd });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new EnvError(`PORT: ${port} is in use`);
    if (code === "EACCES") throw new EnvError(`PORT: this user is not allowed to use ${port}`);
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new EnvError(`HOST: ${host} is not an address of this machine`);
    throw error;
  }
}

/** The socket of a server that listens. Node documents no way to it but lets it be passed on (decision 180). */
export const socketOf = (server: net.Server): ListeningSocket | undefined =>
  (server as unknown as { _handle: ListeningSocket | null })._handle ?? undefined;

type BoundSocket = ListeningSocket & { getsockname: (name: { port?: number }) => number };
type CreateHandle = (address: string, port: number, family: number) => BoundSocket | number;

/** A socket that is bound but accepts nothing, for processes that share it. Throws EnvError. */
export function bindSocket(env: Pick<Env, "port" | "host">): Promise<ListeningSocket> {
  return listening(env, async ({ port, host }) => {
    const { address, family } = await lookup(host);
    const create = (net as unknown as { _createServerHandle: CreateHandle })._createServerHandle;
    const handle = create(address, port, family);
    if (typeof handle === "number") throw failedWith(errorName(handle));
    // A port in use is an error only when something listens, on whichever port is free.
    const name: { port?: number } = {};
    handle.getsockname(name);
    if (port !== 0 && name.port !== port) throw failedWith("EADDRINUSE");
    return handle;
  });
}

const failedWith = (code: string): Error => Object.assign(new Error(`The port cannot be bound: ${code}`), { code });

const errorName = (number: number): string => process.getBuiltinModule("node:util").getSystemErrorName(number);
