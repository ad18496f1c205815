import { describe, expect, test } from "vitest";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import { createPageServer, DATE, openSaving } from "#test/support/edit-form.ts";
import { beginFrom, beginNew } from "./beginning.ts";
import { addWaitingPicture } from "./waiting-pictures.ts";

const file = new File(["bytes"], "new.png");

/** A form for a new page, and its server. */
function startNew(tag?: (version: number) => string) {
  const { server, kind } = createPageServer(tag);
  return { server, form: openSaving(kind, beginNew(null)) };
}
/** A form for a page that is stored as 'Old'. */
function startEdit() {
  const { server, kind } = createPageServer();
  return { server, form: openSaving(kind, beginFrom(server.store("me", { title: "Old" }), null)) };
}

describe("saving", () => {
  test("a new page stores it, takes over what the server filled in, and continues from its version", async () => {
    const { server, form } = startNew();
    form.type({ title: " Title " }, file);
    expect(await form.save()).toMatchObject({ title: "Title" });
    expect(form.state()).toMatchObject({
      base: { etag: '"1-x"' },
      work: { values: { title: "Title", picture: "/media/new.png", date: DATE }, file: null },
    });
    expect(form.at().isChanged).toBe(false);
    expect([form.said, form.saved]).toEqual([["Page added"], [{ etag: '"1-x"', isNew: true }]]);
    form.type({ title: "Longer" });
    await form.save();
    expect([server.created, server.page?.title, form.said.at(-1)]).toEqual([1, "Longer", "Page updated"]);
  });

  test.each([
    ["closes the form", false, [], true],
    ["leaves it open where that was asked for", true, [], false],
    ["leaves it open with what was typed meanwhile", false, [" and more"], false],
  ])("%s", async (_what, staysOpen, meanwhile, canClose) => {
    const { form } = startEdit();
    form.type({ title: "New" });
    const saving = form.save({ staysOpen });
    for (const more of meanwhile) form.type({ title: `New${more}` });
    await saving;
    expect(form.canClose).toBe(canClose);
    if (meanwhile.length > 0)
      expect([form.at().isChanged, form.at().work.values.title]).toEqual([true, "New and more"]);
  });

  test("sends nothing while a field is missing, and names it", async () => {
    const { server, form } = startNew();
    form.type({ title: "   " });
    expect(await form.save()).toBeNull();
    expect([server.version, form.errors]).toEqual([0, { title: "Title is required." }]);
    form.type({ title: "Title" });
    await form.save();
    expect(form.errors).toEqual({});
  });
});

describe("a save while pictures of the text wait for the connection", () => {
  async function startWaiting() {
    const { server, kind } = createPageServer();
    const uploads: (() => Promise<string>)[] = [];
    kind.upload = () => uploads.shift()?.() ?? Promise.reject(new NetworkError());
    const form = openSaving(kind, beginFrom(server.store("me", { title: "Old" }), null));
    const address = await addWaitingPicture(new File(["bytes"], "quay.png"));
    form.type({ title: `Text <img src="${address}" alt="" />` });
    return { server, form, uploads };
  }

  test("sends nothing, says what a save without a connection says, and is made once they are uploaded", async () => {
    const { server, form, uploads } = await startWaiting();
    expect(await form.save()).toBeNull();
    expect([server.version, form.isWaiting, form.said]).toEqual([1, true, [expect.stringContaining("is safe")]]);
    form.type({ date: DATE });
    await form.save({ staysOpen: true, isRetry: true });
    expect([server.version, form.said.length]).toEqual([1, 1]);
    uploads.push(async () => "/media/quay");
    await form.save({ staysOpen: true, isRetry: true });
    expect(server.page?.title).toBe('Text <img src="/media/quay" alt="" />');
    expect([server.version, form.isWaiting, form.at().isChanged]).toEqual([2, false, false]);
  });

  test("leaves out one that the server refuses, and keeps the words", async () => {
    const { server, form, uploads } = await startWaiting();
    uploads.push(() => Promise.reject(new ApiError(400, { detail: "This is not an image." })));
    await form.save();
    expect(server.page?.title).toBe("Text");
  });

  test("is not made in the background once the form was left", async () => {
    const { server, form, uploads } = await startWaiting();
    uploads.push(async () => {
      form.isGone = true;
      return "/media/quay";
    });
    expect(await form.save()).toBeNull();
    expect(server.version).toBe(1);
  });
});

describe("a save that is rejected", () => {
  test.each([400, 403, 413, 500])("with %i is not retried, and nothing is lost", async (status) => {
    const { server, form } = startEdit();
    server.fates = [status];
    form.type({ title: "New" });
    expect(await form.save()).toBeNull();
    expect(form.said).toEqual([`Error updating page: Status ${status}.`]);
    expect([form.isWaiting, form.state().work.values.title]).toEqual([false, "New"]);
  });

  test("because the page was deleted keeps the text for a new one", async () => {
    const { server, form } = startEdit();
    form.type({ title: "New" });
    server.page = null;
    expect(await form.save()).toBeNull();
    expect(form.said[0]).toBe("lost");
    await form.save();
    expect([server.created, server.page]).toMatchObject([1, { title: "New" }]);
  });
});

describe("a save without a response", () => {
  test.each(["is lost", 502, 503, 504] as const)("(%s) is retried, and reports it once", async (fate) => {
    const { server, form } = startEdit();
    server.fates = [fate, fate, "arrives"];
    form.type({ title: "New" });
    expect(await form.save()).toBeNull();
    expect(form.isWaiting).toBe(true);
    expect(form.said).toEqual([expect.stringMatching(/^Error updating page: .*Your work is safe in this browser/)]);
    await form.save({ staysOpen: true, isRetry: true });
    expect(form.said).toHaveLength(1);
    await form.save({ staysOpen: true, isRetry: true });
    expect([form.isWaiting, server.page?.title]).toEqual([false, "New"]);
  });

  test("that was stored after all is recognised as one's own, not shown as a conflict", async () => {
    const { server, form } = startEdit();
    server.fates = ["answer is lost"];
    form.type({ title: "New" }, file);
    await form.save();
    await form.save();
    expect([server.version, form.conflicts, form.at().isChanged]).toEqual([2, [], false]);
    expect(form.said.at(-1)).toBe("Page updated");
  });

  test("and more typing after it: the rest becomes a change of what was stored", async () => {
    const { server, form } = startEdit();
    server.fates = ["answer is lost"];
    form.type({ title: "New" });
    await form.save();
    form.type({ title: "New and more" });
    await form.save();
    expect([server.page?.title, server.authors, form.conflicts]).toEqual([
      "New and more",
      [undefined, "me", "me", "me"],
      [],
    ]);
  });

  test("of a new page creates it once, with what was typed since", async () => {
    const { server, form } = startNew();
    server.fates = ["answer is lost"];
    form.type({ title: "Title" }, file);
    await form.save();
    form.type({ title: "Title and more" }, null);
    await form.save();
    expect([server.created, server.page]).toMatchObject([1, { title: "Title and more", date: DATE }]);
    // In lists it is still a new one.
    expect(form.saved).toEqual([{ etag: '"2-x"', isNew: true }]);
  });

  test("of a new page that somebody has changed since shows their version, and overwrites nothing", async () => {
    const { server, form } = startNew();
    server.fates = ["answer is lost"];
    form.type({ title: "Mine" });
    await form.save();
    server.store("them", { title: "Theirs" });
    form.type({ title: "Mine and more" });
    expect(await form.save()).toBeNull();
    expect([server.page?.title, form.said.at(-1), form.isWaiting]).toEqual(["Theirs", "found", false]);
    expect(form.conflicts).toMatchObject([{ row: { title: "Theirs" } }]);
  });
});

describe("where versions are fingerprints, which have no order", () => {
  const fingerprint = (version: number) => `"c${version}"`;

  test("a creation is recognised by its words", async () => {
    const { server, form } = startNew(fingerprint);
    server.fates = ["answer is lost"];
    form.type({ title: "Title" });
    await form.save();
    form.type({ title: "Title and more" });
    await form.save();
    expect([server.created, server.page?.title, form.conflicts]).toEqual([1, "Title and more", []]);
  });

  test("a creation with other words is somebody else's", async () => {
    const { server, form } = startNew(fingerprint);
    server.fates = ["answer is lost"];
    form.type({ title: "Mine" });
    await form.save();
    server.store("them", { title: "Theirs" });
    await form.save();
    expect([server.page?.title, form.conflicts.length]).toEqual(["Theirs", 1]);
  });
});

describe("somebody else's version", () => {
  test("is theirs, though an attempt before the last save had the same words", async () => {
    const { server, form } = startEdit();
    server.fates = ["is lost"];
    form.type({ title: "First thought" });
    await form.save();
    form.type({ title: "Second thought" });
    await form.save();
    server.store("them", { title: "First thought" });
    form.type({ title: "Third thought" });
    await form.save();
    expect([server.page?.title, form.conflicts.length]).toEqual(["First thought", 1]);
  });

  test("is shown, not overwritten; both stay until the editor has decided", async () => {
    const { server, form } = startEdit();
    const theirs = server.store("them", { title: "Theirs" });
    form.type({ title: "Mine" });
    expect(await form.save()).toBeNull();
    expect([server.page?.title, form.state().work.values.title]).toEqual(["Theirs", "Mine"]);
    expect(form.conflicts).toEqual([theirs]);
    form.at().rebase(theirs);
    await form.over(theirs);
    expect([server.page?.title, form.conflicts.length]).toEqual(["Mine", 1]);
  });

  test("with the same words as an attempt of one's own is still theirs, if it is not the next version", async () => {
    const { server, form } = startEdit();
    server.fates = ["is lost"];
    form.type({ title: "Mine" });
    await form.save();
    server.store("them", { title: "Theirs" });
    server.store("them", { title: "Mine" });
    await form.save();
    expect(form.conflicts).toHaveLength(1);
  });

  test("that cannot be read now is found by a later attempt", async () => {
    const { server, form } = startEdit();
    server.store("them", { title: "Theirs" });
    server.fates = ["arrives", "is lost"];
    form.type({ title: "Mine" });
    expect(await form.save()).toBeNull();
    expect([form.conflicts, server.page?.title]).toEqual([[], "Theirs"]);
    await form.save();
    expect(form.conflicts).toHaveLength(1);
  });
});
