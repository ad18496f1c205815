import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { apiError } from "#test/support/api-error.ts";
import {
  fails,
  losesResponse,
  openSession as open,
  PAUSE,
  RETRY,
  type Values,
} from "#test/support/document-session.ts";
import { type Stored, startSession } from "./session.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

  test.each([
    ["its values", apiError("invalid_input", "The title is too long.")],
    ["an address that another has", apiError("slug_taken", "Another page has this address.")],
  ])("is not sent again while the server rejects %s, and says why", async (_what, error) => {
    const { session, seen, faults } = open();
    faults.push(fails(error));
    session.change({ title: "Long" });
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(seen.attempts).toHaveLength(1);
    expect(session.state.session.rejected?.detail).toBe(error.detail);
  });

  test("whose first values are made from the typed ones is sent once while the server rejects them", async () => {
    const prepare = async (values: Values) => ({ ...values, title: "Untitled" });
    const { session, seen, faults } = open(startSession<Values>(null, { title: "", content: "" }), { prepare });
    const forbidden = fails(new ApiError(403, { detail: "You need a permission." }));
    faults.push(forbidden, forbidden, fails(new Error("sent again and again")));
    session.change({ content: "one" });
    await vi.advanceTimersByTimeAsync(10 * PAUSE);
    expect(seen.attempts).toHaveLength(1);
    expect(await session.flush({ isAsked: true })).toBe(false);
    expect(seen.attempts).toHaveLength(2);
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
