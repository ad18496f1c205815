import { expect, test } from "vitest";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { HOUR, MINUTE } from "#shared/time.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { type Body, CONTRACTS, startDocument } from "#test/support/document-contract.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import type { Person } from "#test/support/staff.ts";

/** Those of which readers can have one version while the next is written. */
const WITH_UPDATES = DOCUMENT_TYPES.filter((type) => CONTRACTS[type].hasUpdates);

const BLOCKS = ["<p>One.</p>", "<p>Two.</p>", "<p>Three.</p>"];

describeOnEngines("every type of document", (open) => {
  test.each(DOCUMENT_TYPES)("begins as a draft, its own first version: %s", async (type) => {
    const { body, versions, audit, told } = await startDocument(open, type);
    expect(await body()).toMatchObject({ phase: "draft", title: "Stored", has_draft: false });
    expect(await versions()).toEqual([{ n: 1, title: "Stored", is_autosave: false, author: "Amina Otieno", note: "" }]);
    expect(await audit()).toEqual([[`${type}.create`, "Amina Otieno"]]);
    expect(await told()).toEqual([]);
  });

  test.each(DOCUMENT_TYPES)("keeps what is typed in its working copy, and tells its owner: %s", async (type) => {
    const { body, type: write, draft, versions, audit, told, clock } = await startDocument(open, type);
    const stored = await body();
    expect(await draft(), "nothing was typed").toMatchObject({ status: 404, body: { code: "working_copy_not_found" } });
    const typed = await write("editor", { title: "Typed" });
    expect(typed).toMatchObject({ status: 200, body: { title: "Typed", has_draft: true, saved_by: "Baraka Njoroge" } });
    expect(await draft()).toMatchObject({ body: typed.body, etag: typed.etag });
    expect(await body()).toMatchObject({ ...stored, has_draft: true, etag: expect.stringMatching(/^"1d/) });
    expect(await told()).toEqual(["changed by Baraka Njoroge"]);
    clock.advance(MINUTE);
    await write("editor", { title: "Typed more" });
    await write("another", { text: "<p>Zero.</p>" });
    expect(await draft()).toMatchObject({ body: { title: "Typed more", text: "<p>Zero.</p>" } });
    expect(await versions()).toMatchObject([
      { n: 3, is_autosave: true, author: "Esther Mwangi" },
      { n: 2, is_autosave: true, author: "Baraka Njoroge", title: "Typed more" },
      { n: 1, is_autosave: false },
    ]);
    expect(await audit(), "typing is in the versions").toEqual([[`${type}.create`, "Amina Otieno"]]);
  });

  test.each(DOCUMENT_TYPES)(
    "merges saves that began from the same text, or names what both changed: %s",
    async (type) => {
      const { type: write, draft, clock } = await startDocument(open, type);
      const first = await write("editor", { text: BLOCKS.join("") });
      const changed = (at: number, word: string) => BLOCKS.with(at, `<p>${word}</p>`).join("");
      clock.advance(MINUTE);
      const mine = await write("editor", { text: changed(0, "Mine.") }, first.etag);
      expect(mine).toMatchObject({ status: 200, isMerged: false });
      const merged = await write("another", { text: changed(2, "Theirs.") }, first.etag);
      const body = { text: "<p>Mine.</p><p>Two.</p><p>Theirs.</p>" };
      expect(merged).toMatchObject({ status: 200, body, isMerged: true });
      const same = await write("another", { text: changed(0, "Mine.") }, first.etag);
      expect(same, "which others had saved").toMatchObject({ status: 200, body, isMerged: true });
      const overlapping = await write("another", { text: changed(0, "Again.") }, first.etag);
      expect(overlapping).toMatchObject({ status: 409, body: { code: "edit_conflict" } });
      expect(Object.keys(overlapping.body.errors)).toEqual([CONTRACTS[type].text]);
      const unknown = await write("another", { text: "<p>X.</p>" }, '"999d999"');
      expect(unknown).toMatchObject({ status: 409, body: { code: "stale_version" } });
      const repeated = await write("editor", { text: changed(1, "Late.") }, first.etag, "?retry=1");
      expect(repeated, "may be the save before").toMatchObject({ status: 409, body: { code: "stale_version" } });
      expect((await draft()).body.text).toBe("<p>Mine.</p><p>Two.</p><p>Theirs.</p>");
    },
  );

  test.each(DOCUMENT_TYPES)("becomes public as it was typed, which ends what was asked: %s", async (type) => {
    const {
      type: write,
      ask,
      asked,
      publish,
      body,
      draft,
      versions,
      audit,
      told,
      work,
    } = await startDocument(open, type);
    const { etag } = await write("editor", { title: "Typed" });
    expect(await ask("editor", "another")).toBe(200);
    const stale = await publish("editor", {}, '"1"');
    expect(stale).toMatchObject({ status: 409, body: { code: "stale_version" } });
    expect([await body(), await asked()]).toMatchObject([{ phase: "draft", title: "Stored" }, 1]);
    expect((await publish("editor", {}, etag)).status).toBe(200);
    expect(await actions(audit)).toEqual([CONTRACTS[type].published, `${type}.ask`, `${type}.create`]);
    await work();
    expect(await body()).toMatchObject({ phase: "public", title: "Typed", has_draft: false });
    expect([await asked(), (await draft()).status]).toEqual([0, 404]);
    expect(await versions()).toMatchObject([
      { n: 3, title: "Typed", is_autosave: false, author: "Baraka Njoroge" },
      { n: 2, title: "Typed", is_autosave: true },
      { n: 1, title: "Stored" },
    ]);
    expect(await told()).toEqual(["published by Baraka Njoroge", "changed by Baraka Njoroge"]);
  });

  test.each(DOCUMENT_TYPES)("is not published without what readers need, and stays as it was: %s", async (type) => {
    const { type: write, publish, body, later } = await startDocument(open, type);
    const { fields, code } = CONTRACTS[type].incomplete;
    await write("editor", fields);
    const before = await body();
    for (const at of [undefined, later()])
      expect(await publish("editor", { at })).toMatchObject({ status: 400, body: { code } });
    expect(await body()).toEqual(before);
  });

  test.each(DOCUMENT_TYPES)("waits for its time as it was approved, whatever is typed since: %s", async (type) => {
    const {
      type: write,
      ask,
      asked,
      publish,
      body,
      draft,
      audit,
      told,
      later,
      clock,
      work,
    } = await startDocument(open, type);
    await write("editor", { title: "Approved" });
    await ask("editor", "another");
    expect((await publish("editor", { at: later(2) })).status).toBe(200);
    expect(await body()).toMatchObject({ phase: "waiting", title: "Approved", has_draft: false });
    expect(await asked()).toBe(0);
    expect((await actions(audit))[0]).toBe(`${type}.schedule`);
    expect((await told())[0]).toBe("published scheduled by Baraka Njoroge");

    const seen = (await body()).etag;
    const typed = await write("another", { title: "Half a sen" });
    expect(typed).toMatchObject({ status: 200, body: { has_draft: true } });
    expect(await publish("editor", { at: later(1) }, seen)).toMatchObject({
      status: 409,
      body: { code: "stale_version" },
    });
    expect((await publish("editor", { at: later(1) }, typed.etag)).status).toBe(200);
    expect(await body()).toMatchObject({ phase: "waiting", title: "Approved", has_draft: true });
    expect((await draft()).body.title).toBe("Half a sen");
    expect((await actions(audit)).slice(0, 2)).toEqual([`${type}.schedule`, `${type}.schedule`]);

    clock.advance(HOUR);
    await work();
    expect(await body()).toMatchObject({ phase: "public", title: "Approved" });
  });

  test.each(DOCUMENT_TYPES)("is taken back with its words, and asks which text it takes: %s", async (type) => {
    const { type: write, publish, withdraw, body, draft, audit, told, later } = await startDocument(open, type);
    await publish("editor", { at: later() });
    await write("another", { title: "Half a sen" });
    expect(await withdraw("editor", '"99"')).toMatchObject({ status: 409, body: { code: "stale_version" } });
    expect((await withdraw("editor")).status).toBe(200);
    const { withdrawn, withdrawnAs } = CONTRACTS[type];
    expect(await body()).toMatchObject({ phase: withdrawn, title: "Stored", has_draft: true });
    expect((await draft()).body.title).toBe("Half a sen");
    expect((await actions(audit))[0]).toBe(withdrawnAs);
    expect((await told())[0]).toBe("returned unpublished by Baraka Njoroge");
  });

  test.each(WITH_UPDATES)("has an update at a time, until which readers have the former text: %s", async (type) => {
    const {
      type: write,
      ask,
      asked,
      publish,
      body,
      draft,
      audit,
      told,
      later,
      clock,
      work,
    } = await startDocument(open, type);
    await publish("editor");
    expect(await publish("editor", { at: later() }), "nothing was typed").toMatchObject({
      status: 400,
      body: { code: "nothing_to_publish" },
    });
    await write("editor", { title: "Next" });
    await ask("editor", "another");
    expect((await publish("editor", { at: later() })).status).toBe(200);
    expect(await body()).toMatchObject({ phase: "public", title: "Stored", has_draft: true });
    expect((await draft()).body.publish_at).toBe(later());
    expect(await asked()).toBe(0);
    expect((await actions(audit))[0]).toBe(`${type}.schedule`);
    expect((await told())[0]).toBe("published scheduled by Baraka Njoroge");
    expect(await write("editor", { title: "Unseen" })).toMatchObject({
      status: 400,
      body: { code: "update_scheduled" },
    });
    expect((await write("editor", { title: "Seen" }, undefined, "?scheduled=1")).status).toBe(200);
    clock.advance(HOUR);
    await work();
    expect(await body()).toMatchObject({ phase: "public", title: "Seen", has_draft: false });
    expect((await actions(audit))[0]).toBe(`${type}.update`);
  });

  test.each(WITH_UPDATES)("has its update cancelled, which leaves both texts: %s", async (type) => {
    const { call, type: write, publish, body, draft, audit, told, later } = await startDocument(open, type);
    await publish("editor");
    await write("editor", { title: "Next" });
    const cancel = () => call("editor", "DELETE", "publish/");
    expect(await cancel()).toMatchObject({ status: 404, body: { code: "nothing_scheduled" } });
    await publish("editor", { at: later() });
    expect((await cancel()).status).toBe(204);
    expect(await body()).toMatchObject({ phase: "public", title: "Stored", has_draft: true });
    expect((await draft()).body).toMatchObject({ title: "Next", publish_at: null });
    expect((await actions(audit))[0]).toBe(`${type}.unschedule`);
    expect((await told())[0]).toBe("returned unpublished by Baraka Njoroge");
  });

  test.each(WITH_UPDATES)("loses the time of an update that may not become public, and no word: %s", async (type) => {
    const {
      as,
      type: write,
      publish,
      body,
      draft,
      audit,
      later,
      clock,
      work,
      logged,
    } = await startDocument(open, type);
    await publish("editor");
    await write("editor", { title: "The hack" });
    await publish("editor", { at: later() });
    // Written past the settings, which take back what waits.
    await as("chief", "PUT", editorApiUrl.reviewSettings(), {
      enabled: true,
      words: ["hack"],
      also: ["page", "issue"],
    });
    clock.advance(HOUR);
    await work();
    expect(await body()).toMatchObject({ phase: "public", title: "Stored", has_draft: true });
    expect((await draft()).body).toMatchObject({ title: "The hack", publish_at: null });
    expect((await audit())[0]).toEqual([`${type}.unschedule`, ""]);
    expect(logged("a scheduled update cannot be published")).toBe(1);
  });

  test.each(WITH_UPDATES)("is a draft again with what was typed since: %s", async (type) => {
    const { type: write, publish, withdraw, body, draft, later } = await startDocument(open, type);
    await publish("editor");
    await write("editor", { title: "Next" });
    await publish("editor", { at: later() });
    expect((await withdraw("editor")).status).toBe(200);
    expect(await body()).toMatchObject({ phase: "draft", title: "Stored", has_draft: true });
    expect((await draft()).body).toMatchObject({ title: "Next", publish_at: null });
    const before = await body();
    expect((await withdraw("editor")).status, "again").toBe(200);
    expect(await body()).toEqual(before);
  });

  test.each(DOCUMENT_TYPES)("is saved as one version, which replaces what was typed: %s", async (type) => {
    const { type: write, save, publish, body, versions, later } = await startDocument(open, type);
    await write("editor", { title: "Typed" });
    expect(await save("editor", { text: "<p>Saved.</p>" })).toMatchObject({ status: 200, body: { has_draft: false } });
    expect(await body()).toMatchObject({ title: "Typed", text: "<p>Saved.</p>" });
    expect((await versions()).map(({ is_autosave }) => is_autosave)).toEqual([false, true, false]);
    await publish("editor", { at: later() });
    await write("another", { title: "Half a sen", text: "<p>Half.</p>" });
    expect(await save("editor", { text: "<p>Whole.</p>" })).toMatchObject({ status: 200 });
    expect(await body()).toMatchObject({ phase: "waiting", title: "Typed", text: "<p>Whole.</p>", has_draft: false });
    expect((await versions()).slice(0, 2).map(({ title }) => title)).toEqual(["Typed", "Half a sen"]);
  });

  test.each(DOCUMENT_TYPES)("loses a discarded working copy, but not its words: %s", async (type) => {
    const { call, type: write, body, draft, versions, told } = await startDocument(open, type);
    const discard = () => call("another", "DELETE", "draft/");
    expect(await discard()).toMatchObject({ status: 404, body: { code: "working_copy_not_found" } });
    const { etag } = await write("editor", { title: "A thousand words" });
    expect((await discard()).status).toBe(204);
    expect((await draft()).status).toBe(404);
    expect(await body()).toMatchObject({ title: "Stored", has_draft: false });
    expect(await told()).toEqual(["changed by Esther Mwangi", "changed by Baraka Njoroge"]);
    // Another window that had them gets the choice.
    const late = await write("another", { title: "Three words" }, etag);
    expect(late).toMatchObject({ status: 409 });
    await write("editor", { title: "One comma" });
    expect((await versions()).map(({ title }) => title)).toEqual(["One comma", "A thousand words", "Stored"]);
  });

  test.each(DOCUMENT_TYPES)("has versions that can be named, the first one too: %s", async (type) => {
    const { call, versions } = await startDocument(open, type);
    const name = (n: number, note: string) => call("editor", "PATCH", `revisions/${n}/`, { note });
    expect(await name(1, "As filed")).toMatchObject({ status: 200, body: { n: 1, note: "As filed" } });
    expect(await name(9, "None")).toMatchObject({ status: 404, body: { code: "version_not_found" } });
    expect(await versions()).toMatchObject([{ n: 1, note: "As filed" }]);
  });

  test.each(DOCUMENT_TYPES)(
    "is restored to a version: a draft at once, what was approved in its working copy: %s",
    async (type) => {
      const { call, save, publish, body, draft, versions, later } = await startDocument(open, type);
      await save("editor", { title: "Second" });
      const restore = (n: number, etag?: string) => call("another", "POST", `revisions/${n}/restore/`, undefined, etag);
      expect(await restore(1, '"99"')).toMatchObject({ status: 409, body: { code: "stale_version" } });
      expect(await restore(9)).toMatchObject({ status: 404, body: { code: "version_not_found" } });
      expect((await restore(1)).status).toBe(200);
      expect(await body()).toMatchObject({ phase: "draft", title: "Stored", has_draft: false });
      expect((await versions())[0]).toMatchObject({
        n: 3,
        title: "Stored",
        is_autosave: false,
        author: "Esther Mwangi",
      });
      await publish("editor", { at: later() });
      const { length } = await versions();
      expect((await restore(2)).status).toBe(200);
      expect(await body()).toMatchObject({ phase: "waiting", title: "Stored", has_draft: true });
      expect((await draft()).body.title).toBe("Second");
      expect((await versions())[0]).toMatchObject({ n: length + 1, title: "Second", is_autosave: false });
    },
  );

  test.each(DOCUMENT_TYPES)("obeys the two-person rule: %s", async (type) => {
    const { as, call, type: write, publish, body, later } = await startDocument(open, type);
    await as("chief", "PUT", editorApiUrl.reviewSettings(), {
      enabled: true,
      words: ["hack"],
      also: ["page", "issue"],
    });
    const { etag } = await write("editor", { title: "The hack", ...(type === "article" && { sources: ["a"] }) });
    for (const at of [undefined, later()])
      expect(await publish("editor", { at })).toMatchObject({ status: 403, body: { code: "approval_required" } });
    const approve = (person: Person, tag?: string) => call(person, "POST", "approvals/", {}, tag);
    expect((await approve("editor", etag)).status, "their own text").toBe(403);
    expect((await approve("another", '"1"')).status, "another text").toBe(409);
    expect((await approve("another", etag)).status).toBe(201);
    await write("editor", { title: "The hack, again" });
    expect((await publish("editor")).status, "changed since").toBe(403);
    await approve("another", (await body()).etag);
    expect((await publish("editor", { at: later() })).status).toBe(200);
    expect(await body()).toMatchObject({ phase: "waiting", title: "The hack, again" });
  });

  test.each(DOCUMENT_TYPES)("takes a suggestion as its writer's own change: %s", async (type) => {
    const { call, body, draft, versions, later, publish } = await startDocument(open, type);
    await publish("editor", { at: later() });
    const names = CONTRACTS[type];
    expect((await call("another", "PUT", "suggestion/", { [names.title]: "Better" })).status).toBe(200);
    const accepted = await call("editor", "POST", "suggestions/accept/", {});
    expect(accepted.status).toBe(200);
    expect(await body()).toMatchObject({ phase: "waiting", title: "Stored", has_draft: true });
    expect((await draft()).body.title).toBe("Better");
    expect((await versions())[0]).toMatchObject({ is_autosave: true, author: "Baraka Njoroge" });
  });

  test.each(DOCUMENT_TYPES)("goes to the trash and comes back as it was, or is deleted for good: %s", async (type) => {
    const { as, id, call, type: write, ask, asked, body, draft, versions, audit } = await startDocument(open, type);
    await write("editor", { title: "Typed" });
    await ask("editor", "another");
    const before = [await body(), (await draft()).body, await versions()];
    const trash = async () => (await as("chief", "GET", "/api/trash/")).body;
    expect((await call("chief", "DELETE", "")).status).toBe(204);
    expect((await call("chief", "GET", "")).status).toBe(404);
    expect((await call("chief", "PUT", "draft/", {})).status).toBe(404);
    expect(await trash()).toMatchObject([{ type, id, title: "Typed", trashed_by: "Amina Otieno" }]);
    expect((await call("chief", "POST", "restore/")).status).toBeLessThan(300);
    const after = [await body(), (await draft()).body, await versions()];
    expect(after).toMatchObject(before.map((part) => (Array.isArray(part) ? part : { title: (part as Body).title })));
    expect(await asked(), "a request ends with it").toBe(0);
    expect((await actions(audit)).slice(0, 2)).toEqual([`${type}.restore`, `${type}.trash`]);
    await call("chief", "DELETE", "");
    expect((await as("chief", "DELETE", `/api/trash/${id}/?type=${type}`)).status).toBe(204);
    expect(await trash()).toEqual([]);
    expect(await call("chief", "POST", "restore/")).toMatchObject({ status: 404, body: { code: "not_in_trash" } });
    expect((await actions(audit))[0]).toBe(`${type}.purge`);
  });

  test.each(DOCUMENT_TYPES)("does not become public in the trash, nor by coming back from it: %s", async (type) => {
    const { call, type: write, publish, body, draft, later, clock, work } = await startDocument(open, type);
    await publish("editor", { at: later() });
    await write("editor", { title: "Half a sen" });
    await call("chief", "DELETE", "");
    clock.advance(2 * HOUR);
    await work();
    await call("chief", "POST", "restore/");
    await work();
    expect(await body()).toMatchObject({ phase: "draft", title: "Stored", has_draft: true });
    expect((await draft()).body.title).toBe("Half a sen");
    if (!CONTRACTS[type].hasUpdates) return;
    await publish("editor");
    await write("editor", { title: "Next" });
    await publish("editor", { at: later() });
    await call("chief", "DELETE", "");
    clock.advance(2 * HOUR);
    await work();
    await call("chief", "POST", "restore/");
    await work();
    expect(await body()).toMatchObject({ phase: "public", title: "Half a sen", has_draft: true });
    expect((await draft()).body).toMatchObject({ title: "Next", publish_at: null });
  });
});

const actions = async (audit: () => Promise<string[][]>) => (await audit()).map(([action]) => action);
