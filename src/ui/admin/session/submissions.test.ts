import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { fails, openSession as open, PAUSE, RETRY, type Values } from "#test/support/document-session.ts";
import type { Attempt } from "./session.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a save that was asked for", () => {
  /** Submits, with the outcomes of its requests in order; what is left succeeds. */
  function submitting({ session, store, stored }: ReturnType<typeof open>, outcomes: (Error | "lost")[] = []) {
    const said: string[] = [];
    const sent: Attempt<Values>[] = [];
    const keys = new Set<string>();
    const done = session.submit({
      async send(attempt) {
        sent.push(attempt);
        const outcome = outcomes.shift();
        if (outcome instanceof Error) throw outcome;
        const result = keys.has(attempt.key) ? { values: stored(), etag: "2" } : store(attempt.values);
        keys.add(attempt.key);
        if (outcome === "lost") throw new NetworkError();
        return result;
      },
      onStored: (_stored, { isLate, isComplete }) => said.push(`stored ${isLate ? "late" : ""} ${isComplete}`),
      onFailed: (_error, { isWaiting }) => said.push(isWaiting ? "waits" : "failed"),
      onConflict: () => said.push("conflict"),
    });
    return { done, said, sent };
  }

  test("sends what is typed at that moment, without an autosave before it", async () => {
    const opened = open();
    opened.session.change({ content: "one two" });
    const { done, said, sent } = submitting(opened);
    await done;
    expect([said, sent.length, opened.seen.attempts.length]).toEqual([["stored  true"], 1, 0]);
    expect(opened.session.isUnsaved).toBe(false);
  });

  test("is preceded by an autosave of what its request cannot carry", async () => {
    const opened = open(undefined, { storesFirst: ({ content }) => content.includes("marked") });
    opened.session.change({ content: "marked" });
    const first = submitting(opened);
    await first.done;
    expect([first.said, first.sent.length, opened.seen.attempts.length]).toEqual([["stored  true"], 1, 1]);
    const second = submitting(opened);
    await second.done;
    expect([second.said, opened.seen.attempts.length]).toEqual([["stored  true"], 1]);
  });

  test("is repeated under its key until the server has it, and then includes what was typed meanwhile", async () => {
    const opened = open();
    opened.session.change({ content: "one two" });
    const { done, said, sent } = submitting(opened, ["lost"]);
    await done;
    expect([said, opened.session.state.isWaiting]).toEqual([["waits"], true]);
    opened.session.change({ content: "one two three" });
    await vi.advanceTimersByTimeAsync(RETRY);
    const [first, second, third] = sent.map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect([said.at(-1), opened.stored().content]).toEqual(["stored late true", "one two three"]);
  });

  test("is given up when the document is left, and never sent by itself later", async () => {
    const opened = open();
    opened.session.change({ content: "one two" });
    const { done, sent } = submitting(opened, [new NetworkError()]);
    await done;
    await opened.session.close();
    await vi.advanceTimersByTimeAsync(100 * RETRY);
    expect(sent).toHaveLength(1);
    // As an autosave, under the same key.
    expect(opened.seen.attempts.map(({ key }) => key)).toEqual([sent[0]?.key]);
  });

  test("fails if an autosave in flight finds the document deleted, and creates nothing", async () => {
    const opened = open();
    opened.session.change({ content: "one two" });
    opened.faults.push(fails(new NetworkError()), fails(new ApiError(404, {})));
    await vi.advanceTimersByTimeAsync(PAUSE);
    const { done, said, sent } = submitting(opened);
    await done;
    expect([said, sent, opened.session.state.session.isDeleted]).toEqual([["failed"], [], true]);
    const again = submitting(opened);
    await again.done;
    expect(again.sent.map(({ base }) => base)).toEqual([null]);
  });

  test("asks first where others have changed the same, and sends nothing", async () => {
    const opened = open();
    opened.session.change({ content: "mine" });
    opened.store({ title: "Title", content: "theirs" });
    await opened.session.refresh();
    const { done, said, sent } = submitting(opened);
    await done;
    expect([said, sent]).toEqual([["conflict"], []]);
  });

  test("goes on by itself where others have changed something else", async () => {
    const opened = open();
    opened.session.change({ content: "mine" });
    opened.store({ title: "Theirs", content: "one" });
    const { done, said, sent } = submitting(opened, [new ApiError(409, {})]);
    await done;
    expect(said).toEqual(["stored  true"]);
    expect(sent.at(-1)).toMatchObject({ base: { etag: "2" }, values: { title: "Theirs", content: "mine" } });
  });

  test("that is rejected leaves the words to be stored by themselves", async () => {
    const opened = open();
    opened.session.change({ content: "one two" });
    const { done, said } = submitting(opened, [new ApiError(403, { detail: "It needs an approval." })]);
    await done;
    expect(said).toEqual(["failed"]);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(opened.stored().content).toBe("one two");
  });
});
