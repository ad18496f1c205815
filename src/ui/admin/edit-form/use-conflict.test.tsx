import { describe, expect, test } from "vitest";
import { hookResult } from "#test/support/admin-markup.tsx";
import { createPageServer, openWork, type Page, type PageValues } from "#test/support/edit-form.ts";
import { useCall } from "../use-call.ts";
import { beginFrom } from "./beginning.ts";
import { useConflict } from "./use-conflict.ts";

/** A form in which something was typed, and a version that somebody else has stored meanwhile. */
function inConflict(kindHas: Partial<ReturnType<typeof createPageServer>["kind"]> = {}) {
  const { server, kind: plain } = createPageServer();
  const kind = { ...plain, ...kindHas };
  const began = server.store("me", { title: "Began" });
  const { at } = openWork<Page, PageValues>(kind, beginFrom(began, null));
  at().change({ title: "Mine" });
  const theirs = server.store("them", { title: "Theirs" });
  const stored: [title: string, isNew: boolean][] = [];
  const conflict = hookResult(() =>
    useConflict(kind, {
      account: "7",
      at: at(),
      beginning: { conflict: theirs, restored: null },
      form: { current: null },
      run: useCall().run,
      saveOver: () => Promise.reject(new Error("Nothing was refused.")),
      onStored: ({ title }, isNew) => void stored.push([title, isNew]),
    }),
  );
  return { server, at, theirs, stored, conflict };
}

describe("a conflict that was noticed while writing", () => {
  test("is compared with what both began from", () => {
    expect(inConflict().conflict.began).toMatchObject({ title: "Began" });
  });

  test("names the version that is replaced in part, so that no autosave folds into it", async () => {
    const secured: string[] = [];
    const { conflict } = inConflict({ secure: async (_api, { title }) => void secured.push(title) });
    await conflict.keepMine();
    expect(secured).toEqual(["Theirs"]);
  });

  test("keeping mine goes on from their version, and stores nothing by itself", async () => {
    const { server, at, theirs, conflict } = inConflict();
    await conflict.keepMine();
    expect([at().current().values.title, at().base?.etag]).toEqual(["Mine", theirs.etag]);
    expect(at().changed()).toEqual(["title"]);
    expect([server.page?.title, server.authors.at(-1)]).toEqual(["Theirs", "them"]);
  });
});

describe("mine as a new draft", () => {
  test("leaves theirs in the form, and is told of as a new row", async () => {
    const { server, at, theirs, stored, conflict } = inConflict();
    await conflict.copy();
    expect([server.created, stored]).toEqual([1, [["Mine", true]]]);
    expect([at().current().values.title, at().base?.etag, at().changed()]).toEqual(["Theirs", theirs.etag, []]);
  });

  test("is created once, also if the answer was lost and it is tried again", async () => {
    const { server, at, stored, conflict } = inConflict();
    server.fates = ["answer is lost"];
    await conflict.copy();
    // What was typed is still there: nobody knows yet whether it was stored.
    expect([at().current().values.title, stored]).toEqual(["Mine", []]);
    await conflict.copy();
    expect([server.created, stored]).toEqual([1, [["Mine", true]]]);
  });

  test("is another one the next time", async () => {
    const { server, at, conflict } = inConflict();
    await conflict.copy();
    at().change({ title: "Mine again" });
    await conflict.copy();
    expect(server.created).toBe(2);
  });

  test("that is refused changes nothing in the form", async () => {
    const { server, at, stored, conflict } = inConflict();
    const before = at().base;
    server.fates = [422];
    await conflict.copy();
    expect([at().current().values.title, at().base, server.created, stored]).toEqual(["Mine", before, 0, []]);
  });

  test("has what a copy of its kind is to have, such as another status", async () => {
    const { server, conflict } = inConflict({ copyOf: (values) => ({ ...values, title: `Copy of ${values.title}` }) });
    await conflict.copy();
    expect(server.page?.title).toBe("Copy of Mine");
  });
});
