import { once } from "node:events";
import type { Server } from "node:http";
import { createServer, type Server as SocketServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { isAway } from "#db/failures.ts";
import { checkPostgres } from "#db/reach.ts";
import type { Env } from "../env.ts";
import { maintenanceServer } from "./maintenance.ts";
import { asDatabaseFault, placeOf } from "./start-faults.ts";

const RETRY_MS = 1_000;

type Listen = (server: SocketServer) => Promise<unknown>;

/**
 * Waits until PostgreSQL can be reached, as after a restart of the machine it may start later. Until then `/healthz`
 * succeeds, `/readyz` fails, and readers get a page that says so. Throws EnvError if waiting would not help.
 */
export async function waitForDatabase(
  env: Pick<Env, "database" | "dataDir" | "siteName" | "siteUrl">,
  listen: Listen,
  say: (line: string) => void,
): Promise<void> {
  if (env.database.engine === "sqlite") return;
  let server: Server | undefined;
  try {
    for (;;) {
      const fault = await checkPostgres(env.database.url).then(
        () => undefined,
        (error: Error) => error,
      );
      if (!fault) return;
      if (!isAway(fault)) throw asDatabaseFault(fault, env);
      if (!server) {
        const reason = fault.message || (fault as NodeJS.ErrnoException).code;
        say(`DATABASE_URL: ${placeOf(env.database)} cannot be reached (${reason}). Waiting for it.`);
        server = maintenanceServer(env, "database_unavailable");
        await listen(server);
      }
      await delay(RETRY_MS);
    }
  } finally {
    if (server) await closed(server);
  }
}

/** Throws EnvError if the port cannot be used: known before anything is prepared and the password is shown. */
export async function checkPort(listen: Listen): Promise<void> {
  const server = createServer();
  await listen(server);
  await new Promise((resolve) => server.close(resolve));
}

async function closed(server: Server): Promise<void> {
  const close = once(server, "close");
  server.close();
  server.closeAllConnections();
  await close;
}
