import { describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { hookResult } from "#test/support/admin-markup.tsx";
import { apiError } from "#test/support/api-error.ts";
import { useCall, useTurns } from "./use-call.ts";

const FAILURE = { title: "Error moving", fallback: "Could not move it" };

/** A job that ends when it is told to. */
function job<Result>() {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  return { run: vi.fn(() => promise), resolve, reject };
}
/** Lets everything that can go on do so. */
const settle = () => new Promise((done) => setImmediate(done));

describe("the calls of a form", () => {
  test("a second press while one runs sends nothing", async () => {
    const { run } = hookResult(useCall);
    const [first, second] = [job<string>(), job<string>()];
    const sent = run(first.run);
    expect(await run(second.run)).toBeUndefined();
    first.resolve("saved");
    expect(await sent).toBe("saved");
    expect(second.run).not.toHaveBeenCalled();
  });

  test("once one has ended, the next is sent, after a failure too", async () => {
    const { run } = hookResult(useCall);
    expect(await run(() => Promise.reject(new NetworkError()), FAILURE)).toBeUndefined();
    expect(await run(async () => "saved")).toBe("saved");
  });

  test("two forms do not wait for each other", async () => {
    const [one, other] = hookResult(() => [useCall(), useCall()] as const);
    const first = job<string>();
    const sent = one.run(first.run);
    expect(await other.run(async () => "other")).toBe("other");
    first.resolve("one");
    expect(await sent).toBe("one");
  });

  test("a failure is the caller's where nothing is said about it", async () => {
    const { run } = hookResult(useCall);
    const gone = apiError("picture_removed", "It is gone.");
    await expect(run(() => Promise.reject(gone))).rejects.toBe(gone);
  });

  test.each([
    ["the server's own sentence", apiError("stale_version", "Somebody was faster."), "Somebody was faster."],
    ["the fallback where the server sends none", apiError("internal_error"), "Could not move it"],
    ["the fallback where there is no server", new NetworkError(), "Could not move it"],
  ])("the toast of a failure has %s", async (_what, error, words) => {
    const { run } = hookResult(useCall);
    const onFailed = vi.fn();
    await run(() => Promise.reject(error), { ...FAILURE, onFailed });
    expect(onFailed.mock.calls).toEqual([[error, words]]);
  });

  test("a fallback can depend on the failure", async () => {
    const { run } = hookResult(useCall);
    const onFailed = vi.fn();
    const fallback = (error: unknown) => (error instanceof NetworkError ? "No connection" : "Refused");
    await run(() => Promise.reject(new NetworkError()), { title: "", fallback, onFailed });
    expect(onFailed).toHaveBeenCalledWith(expect.any(NetworkError), "No connection");
  });
});

describe("changes that are stored in turn", () => {
  test("each begins when the one before it has ended, in the order they were made", async () => {
    const { inTurn } = hookResult(useTurns);
    const [first, second] = [job<number>(), job<number>()];
    const results = [inTurn(first.run, FAILURE), inTurn(second.run, FAILURE)];
    await settle();
    expect([first.run.mock.calls.length, second.run.mock.calls.length]).toEqual([1, 0]);
    second.resolve(2);
    first.resolve(1);
    expect(await Promise.all(results)).toEqual([1, 2]);
  });

  test("what was made on top of a change that failed is not sent", async () => {
    const { inTurn } = hookResult(useTurns);
    const [first, onTop] = [job<number>(), job<number>()];
    const failed = inTurn(first.run, FAILURE, "order");
    const waiting = inTurn(onTop.run, FAILURE, "order");
    first.reject(apiError("stale_version"));
    expect(await Promise.all([failed, waiting])).toEqual([undefined, undefined]);
    expect(onTop.run).not.toHaveBeenCalled();
  });

  test("a failure concerns its own subject alone", async () => {
    const { inTurn } = hookResult(useTurns);
    const failed = inTurn(() => Promise.reject(new NetworkError()), FAILURE, "order");
    const other = inTurn(async () => "moved", FAILURE, "calendar");
    const none = inTurn(async () => "undone", FAILURE);
    expect(await Promise.all([failed, other, none])).toEqual([undefined, "moved", "undone"]);
  });

  test("without a subject a failure stops nothing", async () => {
    const { inTurn } = hookResult(useTurns);
    const failed = inTurn(() => Promise.reject(new NetworkError()), FAILURE);
    expect(await Promise.all([failed, inTurn(async () => "next", FAILURE)])).toEqual([undefined, "next"]);
  });

  test("a change that is made after the failure is known is sent", async () => {
    const { inTurn } = hookResult(useTurns);
    await inTurn(() => Promise.reject(new NetworkError()), FAILURE, "order");
    expect(await inTurn(async () => "again", FAILURE, "order")).toBe("again");
  });

  test("a failure is told once, however many changes waited for it", async () => {
    const { inTurn } = hookResult(useTurns);
    const onFailed = vi.fn();
    const failure = { ...FAILURE, onFailed };
    const failing = () => Promise.reject(new ApiError(422, { detail: "No." }));
    await Promise.all([1, 2, 3].map(() => inTurn(failing, failure, "order")));
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  test("says that nothing is left once, after the last of them", async () => {
    const onIdle = vi.fn();
    const { inTurn } = hookResult(() => useTurns(onIdle));
    const [first, second] = [job<void>(), job<void>()];
    const all = Promise.all([inTurn(first.run, FAILURE), inTurn(second.run, FAILURE)]);
    first.resolve();
    await settle();
    expect(onIdle).not.toHaveBeenCalled();
    second.resolve();
    await all;
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  test("says so after a failure too, as what is shown must be what is stored", async () => {
    const onIdle = vi.fn();
    const { inTurn } = hookResult(() => useTurns(onIdle));
    await inTurn(() => Promise.reject(new NetworkError()), FAILURE, "order");
    expect(onIdle).toHaveBeenCalledTimes(1);
  });
});

describe("a button in every row", () => {
  test("is pressed once while its job waits or runs, and others queue behind it", async () => {
    const { once } = hookResult(useTurns);
    const [first, again, other] = [job<string>(), job<string>(), job<string>()];
    const sent = once(7, first.run, FAILURE);
    const queued = once(8, other.run, FAILURE);
    expect(await once(7, again.run, FAILURE)).toBeUndefined();
    // It waits, and is pressed again.
    expect(await once(8, again.run, FAILURE)).toBeUndefined();
    first.resolve("seven");
    other.resolve("eight");
    expect(await Promise.all([sent, queued])).toEqual(["seven", "eight"]);
    expect(again.run).not.toHaveBeenCalled();
  });

  test("can be pressed again after a failure", async () => {
    const { once } = hookResult(useTurns);
    expect(await once(7, () => Promise.reject(new NetworkError()), FAILURE)).toBeUndefined();
    expect(await once(7, async () => "sent", FAILURE)).toBe("sent");
  });

  test("is not the button of another name that reads alike", async () => {
    const { once } = hookResult(useTurns);
    const [number, text] = [job<string>(), job<string>()];
    const both = [once(7, number.run, FAILURE), once("7", text.run, FAILURE)];
    number.resolve("number");
    text.resolve("text");
    expect(await Promise.all(both)).toEqual(["number", "text"]);
  });
});
