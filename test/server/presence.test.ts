import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { OtherPlaces, PresentPeople } from "#features/documents/presence/schema.ts";
import { changeUser } from "#features/identity/accounts/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { EDITOR, logIn } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";

type Desk = Awaited<ReturnType<typeof startDesk>>;
type Login = { email: string; password: string };

/** A window with an article open: `next` is who was there at the next event `presence`, `saved` the ETag in the next `saved`. */
async function openWindow(desk: Desk, origin: string, id: number, login: Login, url = editorApiUrl.presence(id)) {
  const { access } = (await logIn(desk.app, login)).json<{ access: string }>();
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const headers = { authorization: `Bearer ${access}` };
  const response = await fetch(`${origin}${url}`, { headers, signal: closing.signal });
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  /** The data of the next event of a name; passes over the others. */
  const nextData = async (name: string): Promise<string | undefined> => {
    for (;;) {
      const [whole, event, data] = /^(?::\n\n)*event: (\w+)\ndata: (.*)\n\n/.exec(read) ?? [];
      if (whole !== undefined) {
        read = read.slice(whole.length);
        if (event === name) return data;
        continue;
      }
      const { done, value } = (await text?.read()) ?? { done: true };
      if (done) return undefined;
      read += value ?? "";
    }
  };
  return {
    response,
    close: () => closing.abort(),
    async next(): Promise<PresentPeople | "end"> {
      const data = await nextData("presence");
      return data === undefined ? "end" : JSON.parse(data);
    },
    places: async (): Promise<OtherPlaces> => JSON.parse((await nextData("places")) ?? "[]"),
    saved: async (): Promise<string> => JSON.parse((await nextData("saved")) ?? "{}").etag,
  };
}

async function listen(desk: Desk): Promise<string> {
  await desk.app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(desk.app.server.address() as AddressInfo).port}`;
}

const names = (people: PresentPeople | "end") =>
  people === "end" ? people : people.map(({ name, is_me }) => `${name}${is_me ? " (me)" : ""}`);

describeOnEngines("who has an article open", (open) => {
  test("is told at each coming and going, each person once, to those who have it open too", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const [id, other] = [await desk.publishOne(), await desk.publishOne()];
    const mine = await openWindow(desk, origin, id, EDITOR);
    expect(mine.response.headers.get("content-type")).toBe("text/event-stream");
    expect(mine.response.headers.get("content-encoding")).toBeNull();
    expect(await mine.next()).toEqual([
      { user: 1, name: "Amina Otieno", since: new Date(desk.clock.now()).toISOString(), is_me: true },
    ]);
    await (await openWindow(desk, origin, other, desk.colleague)).next();
    desk.clock.advance(1_000);
    const theirs = await openWindow(desk, origin, id, desk.colleague);
    expect(names(await mine.next())).toEqual(["Amina Otieno (me)", "Baraka Njoroge"]);
    expect(names(await theirs.next())).toEqual(["Amina Otieno", "Baraka Njoroge (me)"]);
    // A second window of the same person changes nothing until both are closed.
    const second = await openWindow(desk, origin, id, desk.colleague);
    expect(names(await second.next())).toEqual(["Amina Otieno", "Baraka Njoroge (me)"]);
    theirs.close();
    second.close();
    expect(names(await mine.next())).toEqual(["Amina Otieno (me)"]);
  });

  test("is told across processes; whoever a dead process leaves behind is gone after a while", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const id = await desk.publishOne();
    const mine = await openWindow(desk, origin, id, EDITOR);
    await mine.next();
    const now = desk.clock.now();
    const about = { document_type: "article", document_id: id } as const;
    const elsewhere = { ...about, id: "elsewhere", account_id: 2, since: now, seen_at: now };
    await desk.database.db.insertInto("presence").values(elsewhere).execute();
    await desk.pollPresence();
    expect(names(await mine.next())).toEqual(["Amina Otieno (me)", "Baraka Njoroge"]);
    desk.clock.advance(20_001);
    await desk.pollPresence();
    expect(names(await mine.next())).toEqual(["Amina Otieno (me)"]);
  });

  test("comes with the stored version: at the start, after each save by anybody, and after one in another process", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const id = await desk.publishOne();
    const mine = await openWindow(desk, origin, id, EDITOR);
    expect(await mine.saved()).toBe('"1"');
    const { headers } = await desk.callAsColleague("PUT", editorApiUrl.draft(id), { title: "Another title" });
    expect(await mine.saved()).toBe('"1d1"');
    expect(headers.etag).toMatch(/^"1d1-/);
    await desk.callAsColleague("POST", editorApiUrl.publish(id));
    expect(await mine.saved()).toBe('"2"');
    await desk.database.db.updateTable("article").set({ version: 3 }).where("id", "=", id).execute();
    await desk.pollPresence();
    expect(await mine.saved()).toBe('"3"');
  });

  test("comes with where the others are, until they leave, also from another process", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const id = await desk.publishOne();
    const mine = await openWindow(desk, origin, id, EDITOR);
    expect(await mine.places()).toEqual([]);
    const theirs = await openWindow(desk, origin, id, desk.colleague);
    await theirs.next();
    const caret = { head: 4, anchor: 9, near: "c3" };
    const inText = { field: "content", block: { at: 2, near: ["c1", "c2", ""], caret } };
    await desk.callAsColleague("PUT", editorApiUrl.presence(id), inText);
    expect(await mine.places()).toEqual([{ user: 2, place: inText }]);
    // Other processes get it with the next look, however many reports there were before.
    const stored = () => desk.database.db.selectFrom("presence").select("place").where("account_id", "=", 2).execute();
    expect(await stored()).toEqual([{ place: null }]);
    await desk.pollPresence();
    expect(await stored()).toEqual([{ place: JSON.stringify(inText) }]);
    const inTitle = { field: "title", block: null };
    await desk.database.db
      .updateTable("presence")
      .set({ place: JSON.stringify(inTitle) })
      .execute();
    await desk.pollPresence();
    expect(await mine.places()).toEqual([{ user: 2, place: inTitle }]);
    theirs.close();
    expect(await mine.places()).toEqual([]);
  });

  test("has no place of who does not have it open, and takes no text and no endless lists", async () => {
    const desk = await startDesk(open);
    const id = await desk.publishOne();
    const send = async (body: object, url = editorApiUrl.presence(id)) =>
      (await desk.callAsColleague("PUT", url, body)).status;
    expect(await send({ field: "title", block: null })).toBe(204);
    expect(await desk.database.db.selectFrom("presence").selectAll().execute()).toEqual([]);
    expect(await send({ field: "title", block: null }, editorApiUrl.presence(999))).toBe(404);
    const near = ["", "", ""];
    for (const place of [
      { field: "a secret sentence", block: null },
      { field: "content", block: { at: 0, near, text: "A secret sentence." } },
      { field: "content", block: { at: 0, near: [...near, ""] } },
      { field: "content", block: { at: 0, near: ["", "A secret sentence.", ""] } },
      { field: "content", block: { at: 1e9, near } },
      { field: "content", block: { at: -1, near } },
    ])
      expect(await send(place)).toBe(400);
  });

  test("works alike for newsletter issues and pages, and does not mix them up with the article of the same number", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const article = await desk.publishOne();
    const { body: issue } = await desk.call({
      method: "POST",
      url: editorApiUrl.issues(),
      payload: { subject: "The week", preview: "", introduction: "Hello.", article_ids: [] },
    });
    expect(issue.id).toBe(article);
    const mine = await openWindow(desk, origin, issue.id, EDITOR, editorApiUrl.issuePresence(issue.id));
    expect(names(await mine.next())).toEqual(["Amina Otieno (me)"]);
    const other = await openWindow(desk, origin, article, desk.colleague);
    expect(names(await other.next())).toEqual(["Baraka Njoroge (me)"]);
    expect(await mine.saved()).toBe('"1"');
    const saved = await desk.callAsColleague("PUT", editorApiUrl.issueDraft(issue.id), {
      subject: "The week in coins",
    });
    expect(await mine.saved()).toBe(saved.body.etag);
    expect((await fetch(`${origin}${editorApiUrl.issuePresence(issue.id)}`)).status).toBe(401);
    const { body: page } = await desk.call({ method: "POST", url: "/api/pages/", payload: { title: "Ethics" } });
    const ofPage = await openWindow(desk, origin, page.id, EDITOR, `/api/pages/${page.id}/presence/`);
    expect(await ofPage.saved()).toBe('"1"');
    await desk.callAsColleague("PUT", `/api/pages/${page.id}/draft/`, { title: "Our ethics" });
    expect(await ofPage.saved()).toBe('"1d1"');
  });

  test("needs an account and an article; a stream ends before the token would be too old for another", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const id = await desk.publishOne();
    expect((await fetch(`${origin}${editorApiUrl.presence(id)}`)).status).toBe(401);
    expect((await openWindow(desk, origin, 999, EDITOR)).response.status).toBe(404);
    const mine = await openWindow(desk, origin, id, EDITOR);
    await mine.next();
    desk.clock.advance(10 * 60_000 + 1);
    await desk.pollPresence();
    expect(await mine.next()).toBe("end");
  });

  test("ends within seconds for a session that ended, and for an account that is suspended", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const id = await desk.publishOne();
    const mine = await openWindow(desk, origin, id, EDITOR);
    await mine.next();
    const endAll = async () => {
      const { access } = (await logIn(desk.app, desk.colleague)).json<{ access: string }>();
      const headers = { authorization: `Bearer ${access}` };
      await desk.app.inject({ method: "DELETE", url: editorApiUrl.sessions(), headers });
    };
    const suspend = () => changeUser(desk.database, desk.clock, operator, 2, { is_active: false });
    for (const revoke of [endAll, suspend]) {
      const theirs = await openWindow(desk, origin, id, desk.colleague);
      expect(names(await theirs.next())).toEqual(["Amina Otieno", "Baraka Njoroge (me)"]);
      expect(names(await mine.next())).toEqual(["Amina Otieno (me)", "Baraka Njoroge"]);
      await desk.pollPresence();
      await revoke();
      await desk.pollPresence();
      expect(await theirs.next()).toBe("end");
      expect(names(await mine.next())).toEqual(["Amina Otieno (me)"]);
    }
  });

  test("ends within seconds for a user who may no longer see the article", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const id = await desk.publishOne({ status: "draft", publishedAt: null });
    await desk.database.db
      .insertInto("article_owner")
      .values({ article_id: id, account_id: 2, is_creator: 0 })
      .execute();
    await changeUser(desk.database, desk.clock, operator, 2, { role: "contributor" });
    const theirs = await openWindow(desk, origin, id, desk.colleague);
    await theirs.next();
    await desk.pollPresence();
    await desk.database.db.deleteFrom("article_owner").where("account_id", "=", 2).execute();
    await desk.pollPresence();
    expect(await theirs.next()).toBe("end");
  });

  test("a stop does not wait for open windows", async () => {
    const desk = await startDesk(open);
    const origin = await listen(desk);
    const mine = await openWindow(desk, origin, await desk.publishOne(), EDITOR);
    await mine.next();
    await desk.app.drain({ grace: 0, limit: 60_000 });
    expect(await mine.next()).toBe("end");
  });
});
