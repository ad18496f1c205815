import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { createPageServer, openWork, type Page, type PageValues } from "#test/support/edit-form.ts";
import { type AutosaveState, createAutosaver, stateAfter } from "./autosave.ts";
import { beginFrom, beginNew } from "./beginning.ts";
import { addWaitingPicture } from "./waiting-pictures.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A form whose title and picture are stored while they are typed; the date only by hand. */
function open({ isNew = false } = {}) {
  const { server, kind } = createPageServer();
  kind.upload = () => seen.uploads.shift()?.() ?? Promise.reject(new NetworkError());
  const first = isNew
    ? beginNew<PageValues>(null)
    : beginFrom<Page, PageValues>(server.store("me", { title: "Stored" }), null);
  const { at } = openWork(kind, first);
  const sent: Partial<PageValues>[] = [];
  const states: AutosaveState["is"][] = [];
  let shown: AutosaveState = { is: "idle", at: null };
  const seen = {
    retries: 0,
    lost: 0,
    conflicts: 0,
    begun: 0,
    merges: 0,
    losesAnswer: false,
    left: 0,
    uploads: [] as (() => Promise<string>)[],
    whileStoring: () => {},
    mayStore: true,
    mayBegin: isNew,
    readsFail: false,
  };
  const saver = createAutosaver<Page, PageValues>({
    leaves: ["date"],
    api: {} as EditorApi,
    read: () => kind.read({} as EditorApi, 1),
    valuesOf: kind.valuesOf,
    at,
    begin: isNew
      ? () => kind.create({} as EditorApi, { values: at().current().values, file: null }, at().createKey)
      : null,
    async store(api, before, values, names) {
      sent.push(Object.fromEntries(names.map((name) => [name, values[name]])));
      const { row } = await kind.read(api, before.row.id);
      seen.whileStoring();
      if (before.etag !== server.stored().etag) seen.merges++;
      const answer = server.store("me", { ...row, ...Object.fromEntries(names.map((name) => [name, values[name]])) });
      if (seen.losesAnswer) throw new NetworkError();
      return answer;
    },
    mayStore: () => seen.mayStore,
    report(reported) {
      shown = stateAfter(shown, reported);
      states.push(shown.is);
    },
    retry: { schedule: () => void seen.retries++, stop: () => undefined },
    onStored: (_row, created) => {
      if (created) seen.begun++;
    },
    onLeft: () => void seen.left++,
    onConflict: async () => {
      if (seen.readsFail) throw new NetworkError();
      seen.conflicts++;
    },
    onLost: () => void seen.lost++,
  });
  const type = (values: Partial<PageValues>) => {
    at().change(values);
    saver.touch();
  };
  return { at, server, saver, sent, states, seen, type, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe("work whose text holds pictures that wait", () => {
  const typed = async () => `<img src="${await addWaitingPicture(new File(["bytes"], "quay.png"))}" alt="" />`;

  test("is stored once they are uploaded, and never names what only this browser has", async () => {
    const { sent, type, pass, states, seen, saver, at } = open();
    type({ title: await typed() });
    await pass(2_000);
    expect([sent, states.at(-1), seen.retries]).toEqual([[], "offline", 1]);
    expect(await saver.flush()).toBe(false);
    seen.uploads.push(async () => "/media/quay");
    expect(await saver.flush()).toBe(true);
    expect(sent).toEqual([{ title: '<img src="/media/quay" alt="" />' }]);
    expect([states.at(-1), at().isChanged]).toEqual(["idle", false]);
  });

  test("is left to whoever takes its draft if the form is left while they are on their way", async () => {
    const { sent, type, pass, seen, saver } = open();
    seen.uploads.push(async () => {
      saver.stop();
      return "/media/quay";
    });
    type({ title: await typed() });
    await pass(2_000);
    expect([seen.uploads, sent]).toEqual([[], []]);
  });
});

describe("work that stores itself", () => {
  test("is stored once, within two seconds of a pause, with what was changed only", async () => {
    const { sent, type, pass, states, at } = open();
    type({ title: "O" });
    await pass(1_000);
    type({ title: "On" });
    await pass(1_000);
    expect(sent).toEqual([]);
    await pass(1_000);
    expect(sent).toEqual([{ title: "On" }]);
    expect(states).toContain("saving");
    expect(states.at(-1)).toBe("idle");
    expect(at().isChanged).toBe(false);
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  test("leaves what was due to a save by hand, until it is touched again", async () => {
    const { sent, saver, type, pass } = open();
    type({ title: "By hand" });
    await pass(1_199);
    await saver.settled();
    await pass(60_000);
    expect(sent).toEqual([]);
    saver.touch();
    await pass(2_000);
    expect(sent).toEqual([{ title: "By hand" }]);
  });

  test("does not wait for a pause for ever", async () => {
    const { sent, type, pass } = open();
    for (let second = 0; second < 10; second++) {
      type({ title: `${second}` });
      await pass(1_000);
    }
    expect(sent.length).toBeGreaterThan(0);
  });

  test("leaves to saving by hand what it must not decide", async () => {
    const { sent, type, pass, at } = open();
    type({ date: "2999-01-01T00:00:00.000Z" });
    await pass(60_000);
    expect(sent).toEqual([]);
    type({ title: "New" });
    await pass(2_000);
    expect(sent).toEqual([{ title: "New" }]);
    expect(at().changed()).toEqual(["date"]);
  });

  test("keeps what is typed while it is on its way, and takes what others have stored in fields left alone", async () => {
    const { server, saver, seen, sent, type, at } = open();
    server.store("a colleague", { picture: "/theirs.png" });
    type({ title: "Mine" });
    seen.whileStoring = () => at().change({ title: "Mine, and more" });
    await saver.flush();
    seen.whileStoring = () => undefined;
    expect(at().current().values).toMatchObject({ title: "Mine, and more", picture: "/theirs.png" });
    await saver.flush();
    expect(sent).toEqual([{ title: "Mine" }, { title: "Mine, and more" }]);
  });

  test("waits while something else is stored", async () => {
    const { saver, sent, seen, type, pass } = open();
    seen.mayStore = false;
    type({ title: "Later" });
    await pass(5_000);
    expect(sent).toEqual([]);
    seen.mayStore = true;
    saver.touch();
    await pass(2_000);
    expect(sent).toEqual([{ title: "Later" }]);
  });

  test.each(["is lost", 401, 503] as const)("tries again when a call %s, and loses nothing", async (fate) => {
    const { server, saver, seen, states, type, pass, at } = open();
    server.fates.push(fate);
    type({ title: "Kept" });
    await pass(2_000);
    expect([seen.retries, states.at(-1), at().isChanged]).toEqual([1, "offline", true]);
    await saver.flush();
    expect([states.at(-1), server.page?.title]).toEqual(["idle", "Kept"]);
  });

  test("says that it is saving again only once the server was reached: until then the work waits", async () => {
    const { server, saver, states, type, pass } = open();
    server.fates.push("is lost", 503);
    type({ title: "Kept" });
    await pass(2_000);
    await saver.flush();
    await saver.flush();
    type({ title: "Kept and changed" });
    await pass(2_000);
    const changes = states.filter((state, at) => state !== states[at - 1]);
    expect(changes).toEqual(["saving", "offline", "idle", "saving", "idle"]);
  });

  test.each([
    [409, "conflict", { conflicts: 1, lost: 0, retries: 0 }],
    [404, "idle", { conflicts: 0, lost: 1, retries: 0 }],
    [400, "refused", { conflicts: 0, lost: 0, retries: 0 }],
  ] as const)("stops at %i, says so, and keeps the work", async (status, state, expected) => {
    const { server, seen, states, type, pass, at } = open();
    server.fates.push(status);
    type({ title: "Refused" });
    await pass(2_000);
    expect(states.at(-1)).toBe(state);
    expect(seen).toMatchObject(expected);
    expect(at().current().values.title).toBe("Refused");
  });

  test("goes on from its own work whose answer was lost, and does not merge it with itself", async () => {
    const { server, saver, seen, type, pass, at } = open();
    seen.losesAnswer = true;
    type({ title: "Said once" });
    await pass(2_000);
    seen.losesAnswer = false;
    type({ title: "Said once, and twice" });
    await pass(2_000);
    expect([server.page?.title, seen.merges, server.version]).toEqual(["Said once, and twice", 0, 3]);
    // A colleague's is no echo: the server merges.
    server.fates.push("is lost");
    type({ title: "Mine" });
    await pass(2_000);
    server.store("a colleague", { title: "Theirs" });
    await saver.flush();
    expect(seen.merges).toBe(1);
    expect(at().isChanged).toBe(false);
  });

  test.each([
    ["nothing is left of it", 1, {}],
    ["what was typed since stays", 0, { title: "More" }],
  ])("that is on its way as the form is shut arrives: %s", async (_what, left, since) => {
    const { saver, seen, type, at } = open();
    type({ title: "Last words" });
    seen.whileStoring = () => {
      at().change(since);
      saver.stop();
    };
    await saver.flush();
    expect(seen.left).toBe(left);
  });

  test("has nothing to try again once it was saved by hand", async () => {
    const { server, saver, states, type, pass, at } = open();
    server.fates.push("is lost");
    type({ title: "By hand" });
    await pass(2_000);
    const { values } = at().current();
    at().settle({ values, file: null }, server.store("me", values));
    saver.touch();
    await saver.flush();
    expect([states.at(-1), server.version]).toEqual(["idle", 2]);
  });

  test("a new row is created once, though the answer was lost, and goes on from there", async () => {
    const { server, saver, seen, sent, type, pass, at } = open({ isNew: true });
    server.fates.push("answer is lost");
    type({ title: "First" });
    await pass(2_000);
    type({ title: "First, and more" });
    await pass(2_000);
    await saver.flush();
    expect([server.created, seen.begun, server.page?.title]).toEqual([1, 1, "First, and more"]);
    expect(sent).toEqual([{ title: "First, and more" }]);
    expect(at().isChanged).toBe(false);
  });

  test("a repeated creation keeps what another user has stored since", async () => {
    const { server, saver, sent, type, pass, at } = open({ isNew: true });
    server.fates.push("answer is lost");
    type({ title: "First" });
    await pass(2_000);
    server.store("them", { picture: "/theirs.png" });
    type({ title: "First, and more" });
    await pass(2_000);
    await saver.flush();
    expect(sent).toEqual([{ title: "First, and more" }]);
    expect(server.page).toMatchObject({ title: "First, and more", picture: "/theirs.png" });
    expect([at().current().values.picture, at().isChanged]).toEqual(["/theirs.png", false]);
  });

  test("a repeated creation of which another user has changed the same is a conflict, and stores nothing", async () => {
    const { server, saver, seen, sent, states, type, pass } = open({ isNew: true });
    server.fates.push("answer is lost");
    type({ title: "First" });
    await pass(2_000);
    server.store("them", { title: "Theirs" });
    type({ title: "First, and more" });
    await pass(2_000);
    seen.mayStore = false;
    await saver.flush();
    expect([seen.conflicts, states.at(-1), sent, server.page?.title]).toEqual([1, "conflict", [], "Theirs"]);
  });

  test("a conflict whose other side cannot be read is found again by the next try", async () => {
    const { server, seen, states, saver, type, pass } = open();
    server.fates.push(409, 409);
    seen.readsFail = true;
    type({ title: "Mine" });
    await pass(2_000);
    expect([states.at(-1), seen.conflicts, seen.retries]).toEqual(["offline", 0, 1]);
    seen.readsFail = false;
    await saver.flush();
    expect([states.at(-1), seen.conflicts]).toEqual(["conflict", 1]);
  });

  test("an error that is none of the server's is not hidden", async () => {
    const { saver, at } = open();
    at().change({ title: "Broken" });
    saver.props.store = () => Promise.reject(new TypeError("A mistake of ours."));
    await expect(saver.flush()).rejects.toThrow("A mistake of ours.");
    saver.props.store = () => Promise.reject(new ApiError(409, {}));
    await saver.flush();
  });
});
