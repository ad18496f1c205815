import { expect, test } from "vitest";
import { DOCUMENT_TYPES, type DocumentTypeName } from "#shared/document.ts";
import { HOUR } from "#shared/time.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { CONTRACTS, startDocument } from "#test/support/document-contract.ts";
import { describeOnEngines } from "#test/support/engines.ts";

const LISTS = { article: "/api/articles/", issue: "/api/newsletter/issues/", page: "/api/pages/" };

describeOnEngines("the state of a story", (open) => {
  async function start(type: DocumentTypeName) {
    const document = await startDocument(open, type);
    const { as, id } = document;
    /** The state as the list says it, which must be that of the document itself. */
    const story = async () => {
      const rows = (await as("chief", "GET", LISTS[type])).body as { id: number; story: object }[];
      const listed = rows.find((row) => row.id === id)?.story;
      expect((await as("chief", "GET", `${LISTS[type]}${id}/story/`)).body).toMatchObject(listed ?? {});
      return listed as { state: string; has_changes: boolean } | undefined;
    };
    return { ...document, story, state: async () => (await story())?.state };
  }

  test.each(DOCUMENT_TYPES)("follows a document from its first word to its withdrawal: %s", async (type) => {
    const { ask, call, publish, withdraw, later, state } = await start(type);
    const states = [await state()];
    await ask("editor", "another");
    states.push(await state());
    await call("another", "POST", "asked/answer/", { answer: "changes", message: "Shorter." });
    states.push(await state());
    await publish("editor", { at: later(2) });
    states.push(await state());
    await withdraw("editor");
    states.push(await state());
    const withdrawn = type === "issue" ? "ready" : "writing";
    expect(states).toEqual(["writing", "asked", "changes", "scheduled", withdrawn]);
    if (type === "issue") return;
    await publish("editor");
    expect(await state()).toBe("public");
    await withdraw("editor");
    expect(await state()).toBe("withdrawn");
  });

  test.each(DOCUMENT_TYPES.filter((one) => CONTRACTS[one].hasUpdates))(
    "says that changes wait until readers have the same text: %s",
    async (type) => {
      const { publish, type: write, story } = await start(type);
      await publish("editor");
      await write("editor", { title: "Changed" });
      expect(await story()).toEqual({ state: "public", has_changes: true });
      await write("editor", { title: "Stored" });
      expect(await story(), "typed back").toEqual({ state: "public", has_changes: false });
    },
  );

  test.each(DOCUMENT_TYPES)("names whose text it is: %s", async (type) => {
    const { as, id, type: write } = await start(type);
    await write("editor", { title: "Changed" });
    const { owners } = (await as("chief", "GET", `${LISTS[type]}${id}/story/`)).body as { owners: { name: string }[] };
    expect(owners.map(({ name }) => name)).toContain("Amina Otieno");
  });

  test("is corrected once readers are told of a mistake", async () => {
    const { publish, as, id, state } = await start("article");
    await publish("editor");
    const made = await as("chief", "POST", `/api/articles/${id}/corrections/`, {
      text: "It was Monday.",
      position: "top",
    });
    expect([made.status, await state()]).toEqual([201, "corrected"]);
  });

  test("is on the calendar, in notifications and on the dashboard, and never in what readers get", async () => {
    const { publish, ask, as, app, clock, id, later } = await start("article");
    await ask("editor", "another");
    const [told] = (await as("another", "GET", editorApiUrl.notifications())).body;
    expect(told.story).toEqual({ state: "asked", has_changes: false });
    const { waiting } = (await as("another", "GET", editorApiUrl.overview())).body;
    expect(waiting[0].articles[0]).toMatchObject({ id, story: { state: "asked" } });
    await publish("editor", { at: later() });
    const range = new URLSearchParams({ from: new Date(clock.now()).toISOString(), to: later(3) });
    const { entries } = (await as("editor", "GET", `/api/calendar/?${range}`)).body;
    expect(entries).toMatchObject([{ id, story: { state: "scheduled" } }]);
    clock.advance(2 * HOUR);
    for (const url of ["/api/articles/", `/api/articles/${id}/`, "/api/pages/"])
      expect((await app.inject({ url })).body).not.toContain('"story"');
  });
});
