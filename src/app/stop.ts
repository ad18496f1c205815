import type { FastifyBaseLogger } from "fastify";
import type { HttpServer } from "#platform/http-server.ts";

type Parts = {
  logger: FastifyBaseLogger;
  drain: HttpServer["drain"];
  /** Begins nothing more by itself, mail included. */
  stopJobs: () => Promise<void>;
  /** Ends everything, the database last. */
  close: () => Promise<void>;
};

/** How a process stops, in milliseconds. */
type Manner = {
  /** So long everything is still served, while `/readyz` says 503. */
  grace: number;
  /** What is under way after that has this long. */
  limit: number;
  /** After so long altogether the process ends whatever is left, with exit code 1. */
  end: number;
  exitCode: number;
};

/** On a signal; contract: exit within 10 s. */
const ORDERLY: Manner = { grace: 1_000, limit: 7_000, end: 9_500, exitCode: 0 };
/** Whoever started us is gone: another may want the port at once. */
const ORPHANED: Manner = { ...ORDERLY, grace: 0 };
/** After an error that nothing caught: whoever waits for it waits in vain, and a successor is to serve soon. */
const FAILED: Manner = { grace: 0, limit: 1_000, end: 2_000, exitCode: 1 };

/**
 * Stops the process in order, once: on a signal, when its supervisor has died, or after an error that nothing has
 * caught, which is logged. No request that has been taken is cut off.
 */
export function stopInOrder({ logger, drain, stopJobs, close }: Parts): void {
  let stopping = false;
  const stop = async (reason: string, { grace, limit, end, exitCode }: Manner) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, "stopping");
    setTimeout(() => process.exit(1), end).unref();
    // Pages under way ask the API within this process, which answers until the app closes: the last of them comes first.
    const jobsEnd = stopJobs();
    await drain({ grace, limit });
    await Promise.all([close(), jobsEnd]);
    process.exit(exitCode);
  };
  const begin = (reason: string, manner: Manner) => {
    stop(reason, manner).catch((error: unknown) => {
      logger.error({ err: error }, "the stop failed");
      process.exit(1);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => begin(signal, ORDERLY));
  process.on("disconnect", () => begin("disconnect", ORPHANED));
  // Rejections that nobody handles come here too.
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "an error that nothing has caught");
    begin("error", FAILED);
  });
}
