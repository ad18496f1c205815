import { expect, test } from "vitest";
import { renameTask } from "#features/articles/tasks.ts";
import { importTasks } from "#features/newsletter/audience/tasks.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { runTasks } from "#test/support/tasks.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";
import { turnsDuring } from "#test/support/turns.ts";

/** Maximum CPU time of work at a stretch, in milliseconds: several times what it takes, and a tenth of what it took. */
const MAX_TURN_MS = 250;
/** As many as one import may bring, in the long form. */
const SUBSCRIBERS = IS_THOROUGH ? 200_000 : 50_000;

const addresses = (count: number) => Array.from({ length: count }, (_, number) => `m${number}@example.com`).join("\n");

test("readers are served while a category with a thousand articles is renamed", async () => {
  const database = await openSqliteForTest();
  const { app, store } = await startTestApp(database);
  const { headers } = await startEditor(app, database);
  const content = `<p>${"Something about networks and ledgers. ".repeat(100)}</p>`;
  for (let number = 0; number < 1_000; number += 1) await publish(store, { category: "Zeppelins", content });
  const { id } = (await app.inject(apiUrl.categories())).json()[0];
  const url = `${apiUrl.categories()}${id}/`;
  expect((await app.inject({ method: "PUT", url, headers, payload: { name: "Balloons" } })).statusCode).toBe(200);
  expect((await app.inject(apiUrl.latest())).json()[0].category).toBe("Balloons");
  const { turns, longest } = await turnsDuring(runTasks(database, renameTask(store)));
  expect(turns).toBeGreaterThan(50);
  expect(longest).toBeLessThan(MAX_TURN_MS);
});

test("readers are served while very many subscribers are imported", async () => {
  const clock = testClock();
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database, { clock });
  const { headers } = await startEditor(app, database);
  const payload = { csv: addresses(SUBSCRIBERS) };
  const sent = app.inject({ method: "POST", url: editorApiUrl.importSubscribers(), headers, payload });
  const sending = await turnsDuring(sent);
  expect((await sent).statusCode).toBe(202);
  expect(sending.longest).toBeLessThan(MAX_TURN_MS);
  const { turns, longest } = await turnsDuring(runTasks(database, importTasks({ clock })));
  expect(turns).toBeGreaterThan(SUBSCRIBERS / 250);
  expect(longest).toBeLessThan(MAX_TURN_MS);
  const { id } = (await sent).json();
  const { result } = (await app.inject({ url: editorApiUrl.task(id), headers })).json();
  expect(result).toMatchObject({ added: SUBSCRIBERS });
});
