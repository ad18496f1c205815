import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { type Attempt, type Session, type Stored, startSession } from "../session.ts";
import { DocumentSession } from "./document-session.ts";
import type { SessionState } from "./session-ports.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Values = { title: string; content: string };
const FIRST: Values = { title: "Title", content: "one" };
/** The longest that typed words wait before they are sent, and before a failed save is repeated. */
const PAUSE = 2_000;
const RETRY = 4_000;

/** A session on a stored document, with a server whose next responses a test may script. */
function open(start?: Session<Values>, { storesItself = true } = {}) {
  let newest: Stored<Values> = { values: FIRST, etag: "1" };
  const keys = new Map<string, true>();
  const seen = {
    attempts: [] as Attempt<Values>[],
    asked: [] as boolean[],
    kept: [] as { session: Session<Values>; isUnsaved: boolean }[],
    shown: [] as Values[],
    states: [] as SessionState<Values>["connection"][],
  };
  /** What happens to the next requests instead of success. */
  const faults: (() => void)[] = [];
  const readFaults: (() => void)[] = [];
  const editor: Partial<Values> = {};
  const store = (values: Values) => {
    newest = { values, etag: String(Number(newest.etag) + 1) };
    return newest;
  };
  let whileUploading = () => {};
  const session = new DocumentSession<Values>(start ?? startSession(newest, FIRST), {
    rules: {
      merge: () => undefined,
      isNewer: (next, than) => Number(next) > Number(than),
      isNext: (before, after) => Number(after) === Number(before) + 1,
      isEmpty: () => false,
    },
    storesItself: () => storesItself,
    async read() {
      readFaults.shift()?.();
      return newest;
    },
    async save(attempt, isAsked) {
      seen.attempts.push(attempt);
      seen.asked.push(isAsked === true);
      const fault = faults.shift();
      const isKnown = keys.has(attempt.key);
      if (fault && fault !== losesResponse) fault();
      if (!isKnown) {
        keys.set(attempt.key, true);
        store({ ...newest.values, ...attempt.values });
      }
      if (fault) throw new NetworkError();
      return newest;
    },
    upload: async () => whileUploading(),
    uploaded: (values) => ({ ...values, content: values.content.replace("pending:", "/media/") }),
    collect: () => editor,
    show: (values) => {
      seen.shown.push(values);
      if ("content" in editor) editor.content = values.content;
    },
    keep: (session, isUnsaved) => seen.kept.push({ session, isUnsaved }),
    onChange: ({ connection }) => seen.states.push(connection),
  });
  session.open();
  return {
    session,
    seen,
    faults,
    readFaults,
    editor,
    store,
    onUpload: (then: () => void) => {
      whileUploading = then;
    },
    stored: () => newest.values,
  };
}

/** The request arrives, but its response is lost. */
const losesResponse = () => {};
const fails = (error: Error) => () => {
  throw error;
};

describe("a document", () => {
  test("is saved after a pause, and at last without one", async () => {
    const { session, seen, stored } = open();
    for (let second = 0; second < 9; second++) {
      session.change({ content: `one ${second}` });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(seen.attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect([seen.attempts.length, stored().content]).toEqual([2, "one 8"]);
    expect(seen.kept.at(-1)?.isUnsaved).toBe(false);
  });

  test("is kept in the browser before it is sent, with the key of the attempt", async () => {
    const { session, seen, faults } = open();
    faults.push(fails(new NetworkError()));
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    const [attempt] = seen.attempts;
    expect(seen.kept.at(-1)).toMatchObject({ isUnsaved: true, session: { attempt: { key: attempt?.key } } });
  });

  test("is sent again under the same key until there is a response, and with newer words only then", async () => {
    const { session, seen, faults, stored } = open();
    faults.push(losesResponse, fails(new NetworkError()));
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    session.change({ content: "one two three" });
    await vi.advanceTimersByTimeAsync(10 * RETRY);
    const [first, second, third, fourth] = seen.attempts.map(({ key }) => key);
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
    expect(stored().content).toBe("one two three");
    expect(session.isUnsaved).toBe(false);
  });

  test("is sent again under the same key after a fault of the server, and is never given up", async () => {
    const { session, seen, faults, stored } = open();
    const fault = fails(new ApiError(500, {}));
    faults.push(fault, fault);
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(session.state).toMatchObject({ connection: "offline", session: { rejected: null } });
    await vi.advanceTimersByTimeAsync(5 * RETRY);
    expect([seen.attempts.length, new Set(seen.attempts.map(({ key }) => key)).size]).toEqual([3, 1]);
    expect([stored().content, session.isUnsaved]).toEqual(["one two", false]);
    // Words at which the server always fails do not block those that were typed since.
    faults.push(fault, fault, fault, fault);
    session.change({ content: "poison" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    session.change({ content: "antidote" });
    await vi.advanceTimersByTimeAsync(100 * RETRY);
    expect(stored().content).toBe("antidote");
  });

  test("is saved as soon as the browser is online again", async () => {
    const { session, faults, stored } = open();
    faults.push(fails(new NetworkError()));
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(session.state.connection).toBe("offline");
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(1);
    expect(stored().content).toBe("one two");
  });

  test("waits for a login, and goes on after it", async () => {
    const { session, faults, stored } = open();
    faults.push(fails(new ApiError(401, {})));
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(session.state.connection).toBe("signed-out");
    await vi.advanceTimersByTimeAsync(RETRY);
    expect(stored().content).toBe("one two");
  });

  test("takes over what others have saved while nothing is typed, without sending anything", async () => {
    const { session, seen, store, readFaults } = open();
    // Reading it once fails, and nobody tells of it again.
    readFaults.push(fails(new ApiError(503, {})));
    session.notice(store({ title: "Theirs", content: "one" }).etag);
    await vi.advanceTimersByTimeAsync(RETRY);
    expect([seen.shown.map(({ title }) => title), seen.attempts]).toEqual([["Theirs"], []]);
  });

  test("is neither sent nor forgotten while the editor has to choose between two versions", async () => {
    const { session, seen, store } = open();
    session.change({ content: "mine" });
    store({ title: "Title", content: "theirs" });
    await session.refresh();
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(seen.attempts).toEqual([]);
    expect(seen.kept.at(-1)).toMatchObject({ isUnsaved: true, session: { conflict: { theirs: { etag: "2" } } } });
    session.choose(
      { title: "Title", content: "theirs\nmine" },
      seen.kept.at(-1)?.session.conflict?.theirs as Stored<Values>,
    );
    expect(await session.flush()).toBe(true);
    expect(seen.attempts.at(-1)?.base?.etag).toBe("2");
  });

  test("keeps what was typed while its pictures were uploaded", async () => {
    const { session, editor, onUpload, stored } = open();
    editor.content = "pending:1";
    onUpload(() => {
      editor.content = "pending:1 and more";
    });
    session.change();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(stored().content).toBe("/media/1 and more");
    expect(editor.content).toBe("/media/1 and more");
  });

  test("is not sent again while the server rejects it, and says why", async () => {
    const { session, seen, faults } = open();
    faults.push(fails(new ApiError(400, { detail: "The title is too long." })));
    session.change({ title: "Long" });
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(seen.attempts).toHaveLength(1);
    expect(session.state.session.rejected?.detail).toBe("The title is too long.");
  });

  test("runs an action only once everything typed is stored, and types on meanwhile", async () => {
    const { session, seen, editor, store, stored } = open();
    editor.content = "one two";
    session.change();
    const published = await session.act(async (base) => {
      expect(base.values.content).toBe("one two");
      editor.content = "one two three";
      session.change();
      await vi.advanceTimersByTimeAsync(PAUSE);
      return { stored: store({ ...stored(), title: "Published" }) };
    });
    expect(published?.stored.etag).toBe("3");
    // Nothing was saved while the action ran.
    expect(seen.attempts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(stored()).toEqual({ title: "Published", content: "one two three" });
  });

  test("does not run an action on words that could not be stored", async () => {
    const { session, faults } = open();
    faults.push(fails(new NetworkError()));
    session.change({ content: "one two" });
    const action = vi.fn();
    expect(await session.act(action)).toBeUndefined();
    expect(action).not.toHaveBeenCalled();
  });

  test("that is left is saved once more, and kept if that fails", async () => {
    const { session, seen, editor, faults } = open();
    faults.push(fails(new NetworkError()));
    editor.content = "last words";
    await session.close();
    expect(seen.kept.at(-1)).toMatchObject({ isUnsaved: true, session: { local: { content: "last words" } } });
    await vi.advanceTimersByTimeAsync(100 * RETRY);
    expect(seen.attempts).toHaveLength(1);
  });

  test("that was reloaded repeats the attempt of before under its key", async () => {
    const before = open();
    before.faults.push(losesResponse);
    before.session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    const kept = before.seen.kept.at(-1)?.session;
    const after = open(structuredClone(kept));
    await after.session.flush();
    expect(after.seen.attempts[0]?.key).toBe(before.seen.attempts[0]?.key);
  });

  test("drops an attempt that the server had no room for: later words replace it", async () => {
    const { session, seen, faults, stored } = open();
    faults.push(fails(new ApiError(429, {})));
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(session.state).toMatchObject({ connection: "offline", session: { attempt: null } });
    session.change({ content: "one two three" });
    await vi.advanceTimersByTimeAsync(RETRY);
    expect([seen.attempts.length, stored().content]).toEqual([2, "one two three"]);
  });

  test("that was deleted is not sent again, and not forgotten", async () => {
    const { session, seen, faults } = open();
    faults.push(fails(new ApiError(404, {})));
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(seen.attempts).toHaveLength(1);
    expect(session.state.session).toMatchObject({ base: null, isDeleted: true, local: { content: "one two" } });
    expect(seen.kept.at(-1)?.isUnsaved).toBe(true);
  });
});

describe("a document that does not store itself", () => {
  test("is stored when the editor asks for it, and what is typed later is not", async () => {
    const { session, seen, stored } = open(undefined, { storesItself: false });
    session.change({ content: "one two" });
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    const outcomes = [await session.flush(), await session.flush({ isAsked: true })];
    session.change({ content: "one two three" });
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    await session.close();
    expect([outcomes, seen.asked, stored().content]).toEqual([[false, true], [true], "one two"]);
  });

  test("repeats what the editor asked to store while it is open, and nothing that was typed since", async () => {
    const { session, seen, faults, stored } = open(undefined, { storesItself: false });
    faults.push(losesResponse, fails(new NetworkError()));
    session.change({ content: "one two" });
    expect(await session.flush({ isAsked: true })).toBe(false);
    session.change({ content: "one two three" });
    await vi.advanceTimersByTimeAsync(10 * RETRY);
    expect(new Set(seen.attempts.map(({ key }) => key)).size).toBe(1);
    expect([stored().content, session.state.session.attempt]).toEqual(["one two", null]);
  });

  test("stores what is typed before an action, but not before one that takes something back", async () => {
    const { session, seen, store, stored } = open(undefined, { storesItself: false });
    session.change({ content: "one two" });
    const action = async () => ({ stored: store({ ...stored(), title: "Changed" }) });
    await session.act(action, { takesBack: true });
    expect([[...seen.attempts], stored()]).toEqual([[], { title: "Changed", content: "one" }]);
    await session.act(action);
    expect([seen.attempts.length, stored().content]).toEqual([1, "one two"]);
  });

  test("is stored again after it was deleted, if the editor asks for it", async () => {
    const { session, seen, faults } = open(undefined, { storesItself: false });
    session.change({ content: "one two" });
    faults.push(fails(new ApiError(404, {})));
    expect(await session.flush({ isAsked: true }), "the editor has not seen that it was deleted").toBe(false);
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(seen.attempts).toHaveLength(1);
    await session.flush({ isAsked: true });
    expect(seen.attempts.map(({ base }) => base === null)).toEqual([false, true]);
  });

  test("runs no action on a document that turned out to be deleted, nor stores it again", async () => {
    for (const isSaving of [false, true]) {
      const { session, seen, faults, onUpload } = open();
      const ran: unknown[] = [];
      let send = () => {};
      const sending = new Promise<void>((resolve) => {
        send = resolve;
      });
      if (isSaving) onUpload(() => sending);
      session.change({ content: "one two" });
      faults.push(fails(new ApiError(404, {})));
      await vi.advanceTimersByTimeAsync(isSaving ? PAUSE : 0);
      const acted = session.act(async (stored) => {
        ran.push(stored);
        return { stored };
      });
      send();
      expect(await acted).toBeUndefined();
      expect([seen.attempts.length, ran, session.state.session.isDeleted]).toEqual([1, [], true]);
      await session.close();
    }
  });
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
