import type { Page, Request } from "@playwright/test";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { addButton, fields, room, startEdit, startNew, updateButton } from "./article-form.ts";
import { loseFirstAnswer } from "./held-calls.ts";
import { articlesOf, stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import { expectNoOffer, expectNoQuestion, keepMine, kept, offers, restore, versions } from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 } });

/** What an article's room says of a save that waits for the connection, and what other forms do. */
const waiting = (page: Page) =>
  page.getByText(
    /^(Not saved yet, kept in this browser|Not saved yet\. Your work is safe in this browser, and will be saved as soon as the server can be reached\.)$/,
  );

/** What the page sends to change something, as method and path, but for what never leaves the browser. */
function watchWrites(page: Page): () => string[] {
  const writes = new Set<Request>();
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  page.on("request", (request) => {
    // What stores itself does not arrive in these end-to-end tests.
    const isSave = /^\/api\/(articles|newsletter)\//.test(pathOf(request)) && !pathOf(request).endsWith("/draft/");
    if (isSave && request.method() !== "GET") writes.add(request);
  });
  // An attempt may fall into the last moment without a connection.
  page.on("requestfailed", (request) => writes.delete(request));
  return () => [...writes].map((request) => `${request.method()} ${pathOf(request)}`);
}

test("a save without a connection says that the work is safe, and is made once when the connection is back", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "In a tunnel" });
  await startEdit(page, "In a tunnel");
  await fields(page).content.fill("Written in the dark");
  await expect(kept(page)).toBeVisible();
  await context.setOffline(true);
  await updateButton(page).click();
  await expect(toastOf(page, "Error updating article")).toContainText(
    "Could not update the article. Your work is safe in this browser, and will be saved as soon as",
  );
  await expect(waiting(page)).toBeVisible();
  // What is typed meanwhile is included.
  await fields(page).excerpt.fill("And more of it");
  const writes = watchWrites(page);
  await context.setOffline(false);
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await stored(api, id)).toMatchObject({ content: "<p>Written in the dark</p>", excerpt: "And more of it" });
  // What was typed meanwhile follows in a request of its own.
  expect([...new Set(writes())]).toEqual([`PUT ${apiUrl.article(id)}`]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectNoOffer(page);
});

test("a reason and a correction of an update wait with it, and stay in the dialog until they are stored", async ({
  page,
  context,
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Corrected in a tunnel" });
  await startEdit(page, "Corrected in a tunnel");
  await fields(page).excerpt.fill("As it was");
  const open = page.getByRole("button", { name: "Update with a reason or correction" });
  const asked = page.getByRole("dialog", { name: "Update this article" });
  const reason = asked.getByLabel("Reason (optional)");
  await open.click();
  await reason.fill("The bank spoke again.");
  await asked.getByRole("checkbox", { name: "Add a correction" }).check();
  await asked.getByRole("textbox", { name: "Correction" }).fill("It was the other bank in the tunnel.");
  await context.setOffline(true);
  await asked.getByRole("button", { name: "Update now" }).click();
  await expect(waiting(page)).toBeVisible();
  // The text is kept in the browser; they would be lost with the page.
  const mayClose = () => page.evaluate(() => window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await mayClose()).toBe(false);
  await open.click();
  await expect(reason).toHaveValue("The bank spoke again.");
  await expect(asked.getByRole("textbox", { name: "Correction" })).toHaveValue("It was the other bank in the tunnel.");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "You have unsaved changes" });
  await question.getByRole("button", { name: "Cancel" }).click();

  const writes = watchWrites(page);
  await context.setOffline(false);
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect(writes()).toEqual([`PUT ${apiUrl.article(id)}`]);
  expect(await mayClose()).toBe(true);
  const changes = await (await request.get(apiUrl.changes(id))).text();
  expect(changes).toContain("The bank spoke again.");
  expect(changes).toContain("It was the other bank in the tunnel.");
  await open.click();
  await expect(reason, "what is stored is not offered again").toHaveValue("");
});

test("a save is retried without the browser's online event if the server was down, not the connection", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Restarting" });
  await startEdit(page, "Restarting");
  await fields(page).excerpt.fill("Patience pays");
  let refused = 0;
  await page.route(/\/api\/articles\/\d+\/$/, (route) => {
    if (route.request().method() !== "PUT" || refused === 2) return route.fallback();
    refused++;
    return route.fulfill({ status: 503, json: { detail: "The database cannot be reached." } });
  });
  await page.clock.install();
  await updateButton(page).click();
  await expect(toastOf(page, "Error updating article")).toContainText(
    "The database cannot be reached. Your work is safe",
  );
  await expect
    .poll(async () => {
      await page.clock.runFor(3_000);
      return refused;
    })
    .toBe(2);
  await expect
    .poll(async () => {
      await page.clock.runFor(6_000);
      return (await stored(api, id)).excerpt;
    })
    .toBe("Patience pays");
  await expect(waiting(page)).toHaveCount(0);
});

test("a new article whose response was lost is not created twice, and includes what was typed since", async ({
  page,
  context,
  api,
  cleanUp,
}) => {
  cleanUp("Once only");
  await startNew(page);
  await fields(page).title.fill("Once only");
  await fields(page).category.fill("AI");
  const back = await loseFirstAnswer(context, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  expect(await articlesOf(api, "Once only")).toHaveLength(1);
  await fields(page).excerpt.fill("Typed while nobody knew");
  back();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(toastOf(page, /Article (added|updated)/)).toBeVisible();
  await expect(room(page, "Edit Article")).toBeVisible();
  expect(await articlesOf(api, "Once only")).toMatchObject([{ excerpt: "Typed while nobody knew" }]);
});

test("of two attempts without a response, the later one's changes are not lost", async ({
  page,
  context,
  api,
  cleanUp,
}) => {
  cleanUp("Twice unheard");
  await startNew(page);
  await fields(page).title.fill("Twice unheard");
  await fields(page).category.fill("AI");
  const back = await loseFirstAnswer(context, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await context.setOffline(true);
  await fields(page).excerpt.fill("Said the second time");
  const failed = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await addButton(page).click();
  await failed;
  back();
  await context.setOffline(false);
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await articlesOf(api, "Twice unheard")).toMatchObject([{ excerpt: "Said the second time" }]);
});

test("a colleague's change made before one's own attempt is known is shown, not overwritten", async ({
  page,
  context,
  api,
  cleanUp,
}) => {
  cleanUp("Found by a colleague");
  await startNew(page);
  await fields(page).title.fill("Found by a colleague");
  await fields(page).category.fill("AI");
  const back = await loseFirstAnswer(context, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  const [made] = await articlesOf(api, "Found by a colleague");
  await api.put(apiUrl.article(made?.id ?? 0), { data: { excerpt: "The colleague's" } });
  back();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  // Nothing here was changed in its place: the room shows it, and keeps it.
  await expect(fields(page).excerpt).toHaveValue("The colleague's");
  await expect(versions(page)).toHaveCount(0);
  await expect(room(page, "Edit Article")).toBeVisible();
  expect(await articlesOf(api, "Found by a colleague")).toMatchObject([{ excerpt: "The colleague's" }]);
});

test("an article is not created twice when the page was closed before the response, and the work restored", async ({
  page,
  context,
  api,
  cleanUp,
}) => {
  cleanUp("Once only, restored");
  await startNew(page);
  await fields(page).title.fill("Once only, restored");
  await fields(page).category.fill("AI");
  await expect(kept(page)).toBeVisible();
  const back = await loseFirstAnswer(context, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  const expectNone = expectNoQuestion(page);
  await page.reload();
  expectNone();
  await restore(page).click();
  back();
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expectNoOffer(page);
  expect(await articlesOf(api, "Once only, restored")).toHaveLength(1);
});

test("a change whose response was lost does not conflict with itself", async ({ page, context, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "My own echo" });
  await startEdit(page, "My own echo");
  await fields(page).excerpt.fill("First");
  const back = await loseFirstAnswer(context, "PUT", /\/api\/articles\/\d+\/$/);
  await updateButton(page).click();
  await expect(waiting(page)).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("First");
  await fields(page).tags.fill("second");
  back();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await expect(versions(page)).toHaveCount(0);
  expect(await stored(api, id)).toMatchObject({ excerpt: "First", tags: ["second"] });
});

test("somebody else's change during an outage is shown as a conflict", async ({ page, context, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Away too long" });
  await startEdit(page, "Away too long");
  await fields(page).excerpt.fill("Mine");
  await context.setOffline(true);
  await updateButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await api.put(apiUrl.article(id), { data: { excerpt: "Theirs" } });
  await context.setOffline(false);
  await expect(versions(page).getByRole("region", { name: "Excerpt" })).toContainText("Theirs");
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await keepMine(versions(page)).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Mine");
  await expect(offers(page)).toContainText("The version that was saved over");
});

test("a form that is closed while it waits is not saved in the background: its work is offered", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Given up for now" });
  await startEdit(page, "Given up for now");
  await fields(page).excerpt.fill("Later, perhaps");
  await context.setOffline(true);
  await updateButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  const writes = watchWrites(page);
  await context.setOffline(false);
  await restore(page).click();
  await expect(fields(page).excerpt).toHaveValue("Later, perhaps");
  expect(writes()).toEqual([]);
  expect((await stored(api, id)).excerpt).toBe("");
});

test("a newsletter issue is kept, retried and created once in the same way", async ({ page, context, api }) => {
  await page.goto(adminUrl.audience("issues"));
  await page.getByRole("button", { name: "New issue" }).click();
  const back = await loseFirstAnswer(context, "POST", /\/api\/newsletter\/issues\/$/);
  const lost = page.waitForEvent("requestfailed");
  await page.getByLabel("Subject*", { exact: true }).fill("Sent from a train");
  await lost;
  await page.getByLabel("Preview Text", { exact: true }).fill("Between two stations");
  back();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page).toHaveURL(/\/admin\/issues\/\d+$/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const mine = issues.filter(({ subject }) => subject === "Sent from a train");
  expect(mine).toMatchObject([{ preview: "Between two stations" }]);
  for (const { id } of mine) await api.delete(editorApiUrl.issue(id));
});
