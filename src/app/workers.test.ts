import cluster, { type Worker } from "node:cluster";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { relayChanges } from "./workers.ts";

const EVENTS = ["message", "exit"] as const;
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
