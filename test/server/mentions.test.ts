import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { readMail, startMailServer } from "#test/support/mails.ts";
import { startStaff } from "#test/support/staff.ts";

describeOnEngines("mentions in notes", (open) => {
  test("notify people who may read the document, once, and follow a change of the name", async () => {
    const { sink, transport } = await startMailServer();
    const staff = await startStaff(open, { transport, mail: { smtpUrl: sink.url } });
    const { as, ids, write, told, nameOf, store } = staff;
    const id = await write("writer", { title: "Kwale" });
    const [writer, chief, contributor] = (["writer", "chief", "contributor"] as const).map(nameOf);
    const people = (await as("editor", "GET", `${editorApiUrl.notes(id)}people/`)).body;
    expect(people.map(({ name }: { name: string }) => name)).toEqual([chief, nameOf("another"), writer]);
    const text = `@${chief} and @${writer}, not @${contributor}.`;
    const { body: note } = await as("editor", "POST", editorApiUrl.notes(id), { text });
    expect(note).toMatchObject({ text, mentions: [chief, writer] });
    const mentioned = [["mentioned", nameOf("editor")]];
    // An owner who is mentioned gets no second notification; others may not see the article.
    expect([await told("chief"), await told("writer"), await told("contributor")]).toEqual([mentioned, mentioned, []]);
    await staff.sendNotifications();
    const mails = await Promise.all(sink.mails.map(({ raw }) => readMail(raw)));
    const subjects = mails.map(({ subject }) => subject).filter((subject) => !/sign-in/.test(subject ?? ""));
    const subject = `${nameOf("editor")} mentioned you in a note on “Kwale”`;
    expect(subjects).toEqual([subject, subject]);
    await as("editor", "PATCH", `${editorApiUrl.notes(id)}${note.id}/`, { text: `Still @${chief}` });
    expect(await told("chief")).toHaveLength(1);
    await store.database.db.updateTable("account").set({ name: "Grace" }).where("id", "=", ids.chief).execute();
    expect((await as("writer", "GET", editorApiUrl.notes(id))).body[0]).toMatchObject({
      text: "Still @Grace",
      mentions: ["Grace"],
    });
    const exported = await as("chief", "GET", editorApiUrl.exportUser(ids.editor));
    expect(exported.body.notes[0].text).toBe("Still @Grace");
  });
});
