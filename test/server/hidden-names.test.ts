import { expect, test } from "vitest";
import { ROLES, type Role } from "#shared/actor.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const SEES_HIDDEN: Record<Role | "reader", boolean> = {
  chief: true,
  editor: true,
  writer: false,
  contributor: false,
  reader: false,
};

describeOnSqlite("a name without published articles", (open) => {
  test.each(["topics", "series", "authors", "categories"])(
    "%s: is listed to those who may read unpublished articles, and to nobody else",
    async (kind) => {
      const database = await open();
      const { app, store } = await startTestApp(database, { clock: testClock() });
      const headersOf = new Map<string, { authorization: string }>();
      for (const role of ROLES) {
        const account = { ...EDITOR, email: `${role}@news.example`, name: role, role };
        headersOf.set(role, (await startEditor(app, database, account)).headers);
      }
      const headers = { ...headersOf.get("chief") };
      if (kind === "categories") await publish(store, { category: "Secret probe", status: "draft", publishedAt: null });
      else await app.inject({ method: "POST", url: `/api/${kind}/`, headers, payload: { name: "Secret probe" } });
      for (const [who, isSeen] of Object.entries(SEES_HIDDEN)) {
        const get = (path: string) => app.inject({ url: `/api/${path}`, headers: { ...headersOf.get(who) } });
        const listed = (await get(`${kind}/?query=secret`)).json<{ name: string }[]>();
        expect(listed.map(({ name }) => name).includes("Secret probe"), `${who} lists`).toBe(isSeen);
        expect((await get(`${kind}/secret-probe/`)).statusCode, `${who} reads`).toBe(isSeen ? 200 : 404);
        if (kind === "topics" && who !== "reader")
          expect((await get("tags/?query=secret")).json(), `${who} is offered`).toHaveLength(isSeen ? 1 : 0);
      }
    },
  );
});
