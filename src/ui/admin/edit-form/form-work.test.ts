import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { EditorApi } from "#shared/editor-api.tsx";
import { createPageServer, EMPTY, openWork, type Page, type PageValues } from "#test/support/edit-form.ts";
import { beginFrom, beginNew } from "./beginning.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { LivePart } from "./form-work.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const { kind } = createPageServer();
const page = (values: Partial<Page> = {}, version = 3) => ({
  row: { ...EMPTY, id: 1, ...values },
  etag: `"${version}"`,
});
const file = new File(["bytes"], "a.png");
const draft = (values: object, change: Partial<UnsavedDraft<PageValues>> = {}): UnsavedDraft<PageValues> => ({
  ...{ key: "d", account: "7", form: "page", subject: 1, etag: '"3"', createKey: "c", savedAt: 1, isReplaced: false },
  ...{ values: values as PageValues, file: null },
  ...change,
});

describe("a form starts", () => {
  test("with the stored values, unchanged", () => {
    const { at } = openWork(kind, beginFrom(page({ title: "Stored" }), null));
    expect([at().isChanged, at().work.values.title]).toEqual([false, "Stored"]);
  });

  test("with restored work, which counts as changed; a field it did not have yet is as stored", () => {
    const beginning = beginFrom(page({ title: "Stored", picture: "/a.png" }), draft({ title: "Mine" }, { file }));
    const { at } = openWork(kind, beginning);
    expect(at().work).toEqual({ values: { title: "Mine", picture: "/a.png", date: null }, file });
    expect([at().isChanged, at().createKey]).toEqual([true, "c"]);
  });

  test.each([
    ["compares restored work of an older version with the stored one", draft({}, { etag: '"2"' }), true],
    ["compares work whose version is not known", draft({}, { etag: null }), true],
    ["does not compare work of the same version", draft({}, { etag: 'W/"3-other"' }), false],
    ["has nothing to compare without work", null, false],
  ])("%s", (_what, restored, isCompared) => {
    const base = page();
    expect(beginFrom(base, restored).conflict).toBe(isCompared ? base : null);
  });

  test("as a new one, with a message if its row was deleted meanwhile", () => {
    expect(beginNew(null)).toEqual({ base: null, restored: null, conflict: null, isDeleted: false });
    expect(beginNew(draft({}, { subject: null })).isDeleted).toBe(false);
    expect(beginNew(draft({}, { subject: 1 })).isDeleted).toBe(true);
    expect(openWork(kind, beginNew<PageValues>(null)).at().work.values).toEqual(EMPTY);
  });
});

const values = fc.record({
  title: fc.constantFrom("A", "B", "C"),
  picture: fc.constantFrom("", "/a.png", "/b.png"),
  date: fc.constantFrom(null, "2026-11-20"),
});

test(`a response changes nothing that was typed since, and what is unsaved is the difference (seed ${SEED})`, () => {
  fc.assert(
    fc.property(values, values, values, (sent, typed, answer) => {
      const { at } = openWork(kind, beginFrom(page(), null));
      at().change(sent);
      const work = at().current();
      at().change(typed);
      const isAll = at().settle(work, page(answer, 4));
      const now = at();
      expect(isAll).toBe(JSON.stringify(sent) === JSON.stringify(typed));
      for (const name of ["title", "picture", "date"] as const) {
        const isTyped = typed[name] !== sent[name];
        // The server fills in picture and date; the title stays as it was typed even if it is stored otherwise.
        const kept = isTyped || name === "title" ? typed[name] : answer[name];
        expect(now.work.values[name], name).toBe(kept);
      }
      expect(now.base?.etag).toBe('"4"');
      const stored = { ...answer, title: sent.title };
      expect(now.isChanged).toBe(JSON.stringify(now.work.values) !== JSON.stringify(stored));
    }),
    { seed: SEED },
  );
});

test("a file is sent once; one that was chosen meanwhile is still to be sent", () => {
  const { at } = openWork(kind, beginFrom(page(), null));
  at().setFile(file);
  const sent = at().current();
  at().settle(sent, page({ picture: "/media/a.png" }, 4));
  expect([at().work.file, at().isChanged]).toEqual([null, false]);

  at().setFile(file);
  const again = at().current();
  const another = new File(["more"], "b.png");
  at().setFile(another);
  at().settle(again, page({}, 5));
  expect([at().work.file, at().isChanged]).toEqual([another, true]);
});

describe("a part that manages its own text", () => {
  const open = () => {
    const live = { text: "typed in the editor", write: vi.fn<LivePart<PageValues>["write"]>() };
    const work = openWork(kind, beginFrom(page({ title: "Stored" }), null), {
      read: () => ({ title: live.text }),
      write: live.write,
    });
    return { ...work, live };
  };

  test("is asked for its latest text when the work is sent", () => {
    const { at } = open();
    expect([at().current().values.title, at().tidied().values.title]).toEqual(Array(2).fill("typed in the editor"));
  });

  test("is written to only if a response differs from it: its caret would jump", () => {
    const { at, live } = open();
    at().settle(at().current(), page({ title: "typed in the editor" }, 4));
    expect(live.write).not.toHaveBeenCalled();
    at().settle(at().current(), page({ picture: "/media/a.png" }, 5));
    expect(live.write).toHaveBeenCalledOnce();
    at().adopt(page({ title: "Theirs" }, 6));
    expect(live.write).toHaveBeenLastCalledWith({ ...EMPTY, title: "Theirs" });
  });
});

test("sending tidies the form as well, and only what needs it", () => {
  const { at, state } = openWork(kind, beginNew<PageValues>(null));
  at().change({ title: " T ", picture: " " });
  expect(at().tidied().values).toEqual({ title: "T", picture: " ", date: null });
  expect(state().work.values.title).toBe("T");
  const before = state().work;
  at().tidied();
  expect(state().work).toBe(before);
});

test("work whose row was deleted becomes a new one, created under a new key", () => {
  const { at } = openWork(kind, beginFrom(page({ title: "Stored" }), draft({ title: "Mine" })));
  const { createKey } = at();
  at().loseBase();
  expect([at().base, at().isChanged, at().work.values.title]).toEqual([null, true, "Mine"]);
  expect(at().createKey).not.toBe(createKey);
});

test("keeping one's own version over another leaves the differences to be saved", () => {
  const { at } = openWork(kind, beginFrom(page({ title: "Old" }), null));
  at().change({ title: "Mine" });
  at().rebase(page({ title: "Mine" }, 4));
  expect([at().base?.etag, at().isChanged]).toEqual(['"4"', false]);
  at().rebase(page({ title: "Theirs" }, 5));
  expect([at().isChanged, at().work.values.title]).toEqual([true, "Mine"]);
});

describe("work that something else replaces", () => {
  const stored = () => {
    const { server, kind } = createPageServer();
    return { server, kind, first: server.store("me", { title: "Old" }) };
  };

  test("keeps the changes that only saving by hand stores", () => {
    const { server, kind, first } = stored();
    const { at } = openWork<Page, PageValues>(kind, beginFrom(first, null));
    at().change({ title: "Typed", date: "2999-01-01T00:00:00.000Z" });
    at().adopt(server.store("me", { title: "Restored" }), ["date"]);
    expect(at().current().values).toMatchObject({ title: "Restored", date: "2999-01-01T00:00:00.000Z" });
    expect(at().changed()).toEqual(["date"]);
  });

  test("uploads the chosen file first, so that an autosave can store it", async () => {
    const { kind, first } = stored();
    const uploading = { ...kind, upload: async (_api: unknown, { name }: File) => `/media/${name}` };
    const { at } = openWork<Page, PageValues>(uploading, beginFrom(first, null));
    at().setFile(new File(["bytes"], "lead.jpg"));
    await at().uploadFile({} as EditorApi);
    expect(at().current()).toMatchObject({ values: { picture: "/media/lead.jpg" }, file: null });
    expect(at().changed()).toEqual(["picture"]);
  });
});
