import { expect, test } from "vitest";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { HOUR, MINUTE } from "#shared/time.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { CONTRACTS, startDocument } from "#test/support/document-contract.ts";
import { describeOnEngines } from "#test/support/engines.ts";

const CLOSED = "asked closed by Baraka Njoroge";

describeOnEngines("publishing a text that is under review", (open) => {
  async function startReview(type: (typeof DOCUMENT_TYPES)[number]) {
    const document = await startDocument(open, type);
    const { as, ids, id, call, notifications } = document;
    const toldTo = async (person: "another" | "chief" | "editor") =>
      (await notifications(person)).map(({ kind, detail, actor }) =>
        [kind, detail, "by", actor].filter(Boolean).join(" "),
      );
    await call("editor", "PUT", "asked/", { people: [ids.another, ids.chief] });
    await call("another", "POST", "asked/answer/", { answer: "changes", message: "Name the source." });
    expect((await call("editor", "GET", "asked/")).body.people).toHaveLength(2);
    const story = async () => (await call("editor", "GET", "story/")).body;
    return { ...document, as, id, story, toldTo };
  }

  test.each(DOCUMENT_TYPES)("tells those who have not approved it, now and at a time: %s", async (type) => {
    for (const at of [undefined, HOUR]) {
      const { story, publish, toldTo, call, clock } = await startReview(type);
      expect(await story()).toMatchObject({ state: "changes", reviews: [{ answer: "changes" }, { answer: null }] });
      const body = at === undefined ? {} : { at: new Date(clock.now() + at).toISOString() };
      expect((await publish("editor", body)).status).toBe(200);
      expect((await call("editor", "GET", "asked/")).body).toEqual({ asked: null, people: [] });
      expect(await toldTo("another")).toContain(CLOSED);
      expect(await toldTo("chief")).toContain(CLOSED);
      expect(await toldTo("editor")).not.toContain(CLOSED);
      if (type !== "issue") expect(await story()).toMatchObject({ state: at === undefined ? "public" : "scheduled" });
    }
  });

  test.each(DOCUMENT_TYPES)("does not tell a reviewer who approved it: %s", async (type) => {
    const { call, publish, toldTo } = await startReview(type);
    const { etag } = await call("chief", "GET", "");
    await call("chief", "POST", "asked/answer/", { answer: "approve" }, etag);
    expect((await publish("editor")).status).toBe(200);
    expect(await toldTo("chief")).not.toContain(CLOSED);
    expect(await toldTo("another")).toContain(CLOSED);
  });

  test("closes what was asked while it waited for its time", async () => {
    for (const type of DOCUMENT_TYPES.filter((one) => CONTRACTS[one].hasUpdates)) {
      const { publish, call, ids, clock, later, work, toldTo } = await startDocumentAsked(type);
      await publish("editor", { at: later() });
      await call("editor", "PUT", "asked/", { people: [ids.another] });
      clock.advance(HOUR + MINUTE);
      await work();
      expect((await call("chief", "GET", "asked/")).body.people).toEqual([]);
      expect(await toldTo()).toContain("asked closed");
    }
  });

  async function startDocumentAsked(type: (typeof DOCUMENT_TYPES)[number]) {
    const document = await startDocument(open, type);
    const toldTo = async () =>
      (await document.notifications("another")).map(({ kind, detail }) => [kind, detail].filter(Boolean).join(" "));
    return { ...document, toldTo };
  }

  test("closes the requests of bulk changes, and of programs with a key, in the same way", async () => {
    const bulk = await startReview("article");
    const change = { ids: [bulk.id], change: { status: "published" } };
    expect((await bulk.as("editor", "POST", editorApiUrl.bulk(), change)).body.changed).toEqual([bulk.id]);
    expect(await bulk.toldTo("another")).toContain(CLOSED);

    const keyed = await startReview("article");
    const key = await keyed.as("chief", "POST", "/api/api-keys/", {
      name: "Desk",
      role: "chief",
      scopes: ["article.write", "article.publish"],
    });
    const response = await keyed.app.inject({
      method: "POST",
      url: `/api/articles/${keyed.id}/publish/`,
      headers: { authorization: `Bearer ${key.body.key}` },
    });
    expect(response.statusCode).toBe(200);
    expect(await keyed.toldTo("another")).toContain("asked closed by Amina Otieno");
  });
});
