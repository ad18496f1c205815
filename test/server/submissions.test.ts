import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

const DAY = 24 * 60 * 60_000;

describeOnEngines("notifications", (open) => {
  test("reach whoever may publish when an article is marked ready, or has changes of somebody who may not", async () => {
    const { as, write, told, nameOf } = await startStaff(open);
    const draft = (by: Person, id: number, fields: object) => as(by, "PUT", editorApiUrl.draft(id), fields);
    const publish = (by: Person, id: number, payload?: object) => as(by, "POST", editorApiUrl.publish(id), payload);
    const id = await write("writer");
    await draft("writer", id, { excerpt: "Typed" });
    expect(await told("chief"), "a draft is not submitted by typing").toEqual([]);
    await as("writer", "PUT", apiUrl.article(id), { status: "ready" });
    const ready = ["submitted", nameOf("writer")];
    expect([await told("chief"), await told("editor")]).toEqual([[ready], [ready]]);
    await publish("editor", id);
    for (const excerpt of ["Corr", "Corrected"]) await draft("writer", id, { excerpt });
    const proposed = ["submitted proposed", nameOf("writer")];
    // One notification, however often it is typed; none of what an editor types.
    expect(await told("chief")).toEqual([proposed, ready]);
    await draft("editor", id, { excerpt: "Edited" });
    expect(await told("chief")).toEqual([proposed, ready]);
    const listed = async (by: Person, query: string) =>
      (await as(by, "GET", `${apiUrl.articles()}?${query}`)).body.map((row: { id: number }) => row.id);
    expect(await listed("editor", "waiting=true")).toEqual([id]);
    const later = new Date(Date.now() + 10 * 365 * DAY).toISOString();
    await publish("editor", id, { at: later });
    expect(await listed("editor", "waiting=true"), "it has a time").toEqual([]);
  });
});
