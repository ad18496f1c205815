import type { FastifyBaseLogger } from "fastify";
import type { HttpServer } from "#platform/http-server.ts";
import { HANDED_OVER } from "./supervisor.ts";

type Parts = {
  logger: FastifyBaseLogger;
  drain: HttpServer["drain"];
  /** Starts no further background work, including mail. */
  stopJobs: () => Promise<void>;
  /** Closes everything, the database last. */
  close: () => Promise<void>;
};

/** The phases of stopping a process, in milliseconds. */
type Manner = {
  /** For this long everything is still served, while `/readyz` returns 503. */
  grace: number;
  /** The limit for requests in progress after that. */
  limit: number;
  /** After this long in total the process exits with code 1, whatever is still running. */
  end: number;
  exitCode: number;
  /** A successor accepts from the same socket: this process accepts nothing more, and the site is ready all the same. */
  hasSuccessor?: boolean;
};

/** On a signal; contract: exit within 10 s. */
const ORDERLY: Manner = { grace: 1_000, limit: 7_000, end: 9_500, exitCode: 0 };
/** The successor serves. The time for clients to learn that their connection closes is longer, as nothing waits for it. */
const HANDED: Manner = { ...ORDERLY, grace: 2_000, hasSuccessor: true };
/** Our parent is gone: its successor may need the port immediately. */
const ORPHANED: Manner = { ...ORDERLY, grace: 0 };
/** After an uncaught error: requests that wait for it never finish, and a successor should serve soon. */
const FAILED: Manner = { grace: 0, limit: 1_000, end: 2_000, exitCode: 1 };

/**
 * Stops the process in order, once: on a signal, when its supervisor has died, or after an uncaught error, which is
 * logged. No accepted request is interrupted.
 */
export function stopInOrder({ logger, drain, stopJobs, close }: Parts): void {
  let stopping = false;
  const stop = async (reason: string, { end, exitCode, ...manner }: Manner) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, "stopping");
    setTimeout(() => process.exit(1), end).unref();
    // Pages in progress read the API within this process, which works until the app closes: so they finish first.
    const jobsEnd = stopJobs();
    await drain(manner);
    await Promise.all([close(), jobsEnd]);
    process.exit(exitCode);
  };
  const begin = (reason: string, manner: Manner) => {
    stop(reason, manner).catch((error: unknown) => {
      logger.error({ err: error }, "shutdown failed");
      process.exit(1);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => begin(signal, ORDERLY));
  process.on("message", (message) => {
    if (message === HANDED_OVER) begin("hand-over", HANDED);
  });
  process.on("disconnect", () => begin("disconnect", ORPHANED));
  // Unhandled rejections arrive here too.
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error");
    begin("error", FAILED);
  });
}
