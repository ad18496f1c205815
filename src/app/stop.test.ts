import type { FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stopInOrder } from "./stop.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

type Parts = Parameters<typeof stopInOrder>[0];

/** A process that would be stopped: what it is told, what it did, in order, and what it exited with. */
function setUp(parts: Partial<Parts> = {}) {
  const did: string[] = [];
  const handlers = new Map<string | symbol, (given: unknown) => void>();
  vi.spyOn(process, "on").mockImplementation((event: string | symbol, handler: (given: never) => void) => {
    handlers.set(event, handler as (given: unknown) => void);
    return process;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    did.push(`exit ${code}`);
    return undefined as never;
  });
  const logged: string[] = [];
  const logger = Object.fromEntries(
    ["info", "error", "fatal"].map((level) => [
      level,
      (given: object, words: string) => logged.push(`${level}: ${words} ${Object.keys(given)}`),
    ]),
  ) as unknown as FastifyBaseLogger;
  stopInOrder({
    logger,
    drain: async ({ grace, limit }) => void did.push(`drain ${grace} ${limit}`),
    stopJobs: async () => void did.push("stop jobs"),
    close: async () => void did.push("close"),
    ...parts,
  });
  const tell = async (event: string, given?: unknown) => {
    handlers.get(event)?.(given);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { did, logged, tell, handlers };
}

describe("a process that is told to stop", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"])(
    "by %s stops its jobs, serves what is under way, and then closes",
    async (signal) => {
      const { did, logged, tell } = setUp();
      await tell(signal);
      expect(did).toEqual(["stop jobs", "drain 1000 7000", "close", "exit 0"]);
      expect(logged).toEqual(["info: stopping reason"]);
    },
  );

  test("because its supervisor has died does not wait for proxies: its successor may need the port", async () => {
    const { did, tell } = setUp();
    await tell("disconnect");
    expect(did).toEqual(["stop jobs", "drain 0 7000", "close", "exit 0"]);
  });

  test("twice stops once", async () => {
    const { did, tell } = setUp();
    await tell("SIGTERM");
    await tell("SIGINT");
    await tell("disconnect");
    expect(did.filter((step) => step.startsWith("drain"))).toHaveLength(1);
  });

  test("closes only once what is under way has been answered, and exits once the last job has ended", async () => {
    const drained = Promise.withResolvers<void>();
    const jobs = Promise.withResolvers<void>();
    const { did, tell } = setUp({ drain: () => drained.promise, stopJobs: () => jobs.promise });
    await tell("SIGTERM");
    expect(did).toEqual([]);
    drained.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(did).toEqual(["close"]);
    jobs.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(did).toEqual(["close", "exit 0"]);
  });
});

describe("a process that cannot stop in order", () => {
  test("exits within ten seconds of a signal all the same, with a code that says so", async () => {
    const { did, tell } = setUp({ drain: () => new Promise<void>(() => {}) });
    await tell("SIGTERM");
    await vi.advanceTimersByTimeAsync(9_499);
    expect(did).toEqual(["stop jobs"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(did).toEqual(["stop jobs", "exit 1"]);
  });

  test.each(["drain", "close", "stopJobs"] as const)("as %s fails, says why and exits with 1", async (part) => {
    const { did, logged, tell } = setUp({ [part]: () => Promise.reject(new Error("broken")) });
    await tell("SIGTERM");
    expect(did.at(-1)).toBe("exit 1");
    expect(logged).toContain("error: shutdown failed err");
  });
});

describe("an error that nobody caught", () => {
  test("is logged, and ends the process soon, with a code at which it is started again", async () => {
    const { did, logged, tell } = setUp();
    await tell("uncaughtException", new Error("bug"));
    expect(logged).toEqual(["fatal: uncaught error err", "info: stopping reason"]);
    expect(did).toEqual(["stop jobs", "drain 0 1000", "close", "exit 1"]);
  });

  test("while the process stops already is logged too, and changes nothing else", async () => {
    const drained = Promise.withResolvers<void>();
    const { did, logged, tell } = setUp({ drain: () => drained.promise });
    await tell("SIGTERM");
    await tell("uncaughtException", new Error("bug"));
    expect(logged).toContain("fatal: uncaught error err");
    drained.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(did).toEqual(["stop jobs", "close", "exit 0"]);
  });

  test("that hangs ends the process after two seconds", async () => {
    const { did, tell } = setUp({ drain: () => new Promise<void>(() => {}) });
    await tell("uncaughtException", new Error("bug"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(did.at(-1)).toBe("exit 1");
  });
});
