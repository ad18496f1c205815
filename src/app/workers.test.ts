import cluster, { type Worker } from "node:cluster";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { relayChanges, superviseWorkers } from "./workers.ts";

const EVENTS = ["message", "exit", "listening"] as const;
type Listener = (...given: unknown[]) => void;
let before: Map<string, Set<unknown>>;
beforeEach(() => {
  before = new Map(EVENTS.map((event) => [event, new Set<unknown>(cluster.listeners(event))]));
});
afterEach(() => {
  for (const event of EVENTS)
    for (const added of cluster.listeners(event).filter((listener) => !before.get(event)?.has(listener)))
      cluster.off(event, added as Listener);
});

/** A worker as the primary sees it. */
function fakeWorker() {
  const got: object[] = [];
  const worker = { connected: true, isConnected: () => worker.connected, send: (message: object) => got.push(message) };
  const own = worker as unknown as Worker;
  return {
    worker: own,
    got,
    says: (message: object) => cluster.emit("message", own, message),
    dies: () => cluster.emit("exit", own, 1, null),
    hangsUp: () => {
      worker.connected = false;
    },
  };
}
function primaryOf(count: number) {
  const fakes = Array.from({ length: count }, fakeWorker);
  relayChanges(() => fakes.map(({ worker }) => worker));
  return fakes as [ReturnType<typeof fakeWorker>, ReturnType<typeof fakeWorker>, ReturnType<typeof fakeWorker>];
}
/** The number of the question that a worker was last asked. */
const asked = ({ got }: { got: object[] }) => (got.at(-1) as { ask: number }).ask;

describe("a change that one of the workers has made", () => {
  test("is done once all others know of it, and not before", () => {
    const [one, two, three] = primaryOf(3);
    one.says({ changed: 7, version: 40 });
    expect([one.got, two.got, three.got]).toEqual([
      [],
      [{ ask: asked(two), version: 40 }],
      [{ ask: asked(three), version: 40 }],
    ]);
    two.says({ seen: asked(two) });
    expect(one.got).toEqual([]);
    three.says({ seen: asked(three) });
    expect(one.got).toEqual([{ told: 7 }]);
  });

  test("is done at once where there is no other", () => {
    const [one] = primaryOf(1);
    one.says({ changed: 1, version: 2 });
    expect(one.got).toEqual([{ told: 1 }]);
  });

  test("waits neither for who is gone already nor for who dies meanwhile", () => {
    const [one, two, three] = primaryOf(3);
    two.hangsUp();
    one.says({ changed: 1, version: 2 });
    expect(two.got).toEqual([]);
    three.dies();
    expect(one.got).toEqual([{ told: 1 }]);
  });

  test("is not told to who made it and has died: nobody waits for it any more", () => {
    const [one, two, three] = primaryOf(3);
    one.says({ changed: 1, version: 2 });
    one.dies();
    two.says({ seen: asked(two) });
    three.says({ seen: asked(three) });
    expect(one.got).toEqual([]);
  });

  test("is told by its own number, though two workers count alike and answers cross", () => {
    const [one, two, three] = primaryOf(3);
    one.says({ changed: 1, version: 2 });
    const ofOne = [asked(two), asked(three)] as const;
    two.says({ changed: 1, version: 3 });
    const ofTwo = [asked(one), asked(three)] as const;
    three.says({ seen: ofTwo[1] });
    one.says({ seen: ofTwo[0] });
    expect(two.got.at(-1)).toEqual({ told: 1 });
    expect(one.got).not.toContainEqual({ told: 1 });
    two.says({ seen: ofOne[0] });
    three.says({ seen: ofOne[1] });
    expect(one.got.at(-1)).toEqual({ told: 1 });
  });

  test("is done once, however often and late the others answer", () => {
    const [one, two] = primaryOf(2);
    one.says({ changed: 1, version: 2 });
    for (let time = 0; time < 3; time += 1) two.says({ seen: asked(two) });
    two.says({ seen: 999 });
    two.says({ alive: true });
    expect(one.got).toEqual([{ told: 1 }]);
  });
});

describe("the supervisor of workers", () => {
  const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP", "disconnect"] as const;
  let listeners: Map<string, Set<unknown>>;
  beforeEach(() => {
    vi.useFakeTimers();
    listeners = new Map(SIGNALS.map((name) => [name, new Set<unknown>(process.listeners(name as "SIGTERM"))]));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    process.exitCode = undefined;
    for (const name of SIGNALS)
      for (const added of process.listeners(name as "SIGTERM").filter((known) => !listeners.get(name)?.has(known)))
        process.off(name, added);
  });

  /** Workers that do nothing but be killed; `lines` are what the supervisor reports. */
  function supervised(count: number) {
    const lines: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(JSON.parse(String(line)).msg) > 0);
    const exit = vi.spyOn(process, "exit").mockImplementation((() => undefined) as never);
    const workers: { killed: string[]; own: Worker }[] = [];
    vi.spyOn(cluster, "fork").mockImplementation(() => {
      const killed: string[] = [];
      const end = { pid: 1, kill: (signal: string) => killed.push(signal) };
      const own = { id: workers.length + 1, process: end, isConnected: () => true, send: () => true };
      workers.push({ killed, own: own as unknown as Worker });
      return own as unknown as Worker;
    });
    superviseWorkers(count, { SECRET_KEY: "", SECRET_KEY_PREVIOUS: "" }, () => undefined);
    return { lines, workers, exit };
  }
  const alive = (worker: Worker | undefined) => cluster.emit("message", worker, { alive: true });

  test("waits for a slow start, and kills a worker that hangs after it, with the reason", () => {
    const { lines, workers } = supervised(1);
    vi.advanceTimersByTime(120_000);
    expect(workers[0]?.killed).toEqual([]);
    cluster.emit("listening", workers[0]?.own);
    alive(workers[0]?.own);
    vi.advanceTimersByTime(19_000);
    expect(workers[0]?.killed).toEqual([]);
    vi.advanceTimersByTime(4_000);
    expect(workers[0]?.killed).toEqual(["SIGKILL"]);
    expect(lines).toEqual(["worker 1 has not responded for 20 s and is killed"]);
    cluster.emit("exit", workers[0]?.own, null, "SIGKILL");
    expect(lines.at(-1)).toBe("worker 1 was ended by SIGKILL and is replaced");
    vi.advanceTimersByTime(2_000);
    expect(workers).toHaveLength(2);
  });

  test("has a limit of its own for the start, and says which worker ended it", () => {
    const { lines, workers, exit } = supervised(2);
    alive(workers[0]?.own);
    cluster.emit("listening", workers[0]?.own);
    for (let seconds = 0; seconds < 302; seconds += 2) {
      vi.advanceTimersByTime(2_000);
      alive(workers[0]?.own);
    }
    expect(workers[1]?.killed).toEqual(["SIGKILL"]);
    cluster.emit("exit", workers[1]?.own, null, "SIGKILL");
    expect(lines).toEqual([
      "worker 2 has not finished its start for 300 s and is killed",
      "worker 2 was ended by SIGKILL during the first start, so all workers are stopped",
    ]);
    expect(process.exitCode).toBe(1);
    expect(workers[0]?.killed).toEqual(["SIGTERM"]);
    cluster.emit("exit", workers[0]?.own, 0, null);
    expect(exit).toHaveBeenCalled();
  });
});
