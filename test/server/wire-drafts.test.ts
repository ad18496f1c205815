import { expect, test } from "vitest";
import { describeOnEngines } from "#test/support/engines.ts";
import { startWire } from "#test/support/wire.ts";

describeOnEngines("a story of the wire", (open) => {
  test("names no draft that is in the trash or deleted permanently, and can be drafted again", async () => {
    const { feed, add, send, stories } = await startWire(open);
    feed([{ id: "1", title: "One" }]);
    await add();
    const [{ id = 0 } = {}] = await stories();
    const draft = async () => (await send("POST", `/wire/stories/${id}/draft/`)).body;
    const state = async () => (await stories()).map(({ state, article }) => [state, article]);
    const first = await draft();
    expect((await send("DELETE", `/articles/${first.article}/`)).status).toBe(204);
    expect(await state()).toEqual([["dismissed", null]]);
    expect((await send("POST", `/articles/${first.article}/restore/`)).status).toBe(200);
    expect(await state()).toEqual([["drafted", first.article]]);
    await send("DELETE", `/articles/${first.article}/`);
    expect((await send("DELETE", `/trash/${first.article}/`)).status).toBe(204);
    expect(await state()).toEqual([["dismissed", null]]);
    await send("PATCH", `/wire/stories/${id}/`, { state: "new" });
    expect(await state()).toEqual([["new", null]]);
    const second = await draft();
    expect(second.article).not.toBe(first.article);
    expect(await state()).toEqual([["drafted", second.article]]);
  });

  test("gives its draft the category of its source, and the oldest one when that is deleted", async () => {
    const { feed, add, send, stories } = await startWire(open);
    feed([1, 2, 3].map((n) => ({ id: `${n}`, title: `Story ${n}` })));
    const source = await add();
    expect(source.category).toBe("");
    const category = { name: "From agencies", slug: "from-agencies", description: "" };
    const { body: made } = await send("POST", "/categories/", category);
    const unknown = await send("PUT", `/sources/${source.id}/`, { category: "Nowhere" });
    expect([unknown.status, unknown.body.errors]).toEqual([400, { category: "Category not found." }]);
    expect((await send("PUT", `/sources/${source.id}/`, { category: "From agencies" })).body.category).toBe(
      "From agencies",
    );
    await send("PUT", `/sources/${source.id}/`, { title: "Renamed" });
    const categoryOfDraft = async () => {
      const [next] = await stories("?state=new");
      const { body } = await send("POST", `/wire/stories/${next?.id}/draft/`);
      return (await send("GET", `/articles/${body.article}/`)).body.category;
    };
    expect(await categoryOfDraft()).toBe("From agencies");
    expect((await send("PUT", `/categories/${made.id}/`, { ...category, name: "Agencies" })).status).toBe(200);
    expect(await categoryOfDraft()).toBe("Agencies");
    await send("POST", "/categories/", { ...category, name: "Other", slug: "other" });
    for (const { article } of await stories("?state=drafted"))
      expect((await send("PUT", `/articles/${article}/`, { category: "Other" })).status).toBe(200);
    expect((await send("DELETE", `/categories/${made.id}/`)).status).toBe(204);
    expect((await send("GET", `/sources/${source.id}/`)).body.category).toBe("");
    expect(await categoryOfDraft()).toBe("Other");
  });
});
