import { beforeEach } from "vitest";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import {
  addButton,
  articlesOf,
  chooseMore,
  fields,
  room,
  startEdit,
  startNew,
  stored,
  updateButton,
} from "./article-form.ts";
import { loseFirstResponse } from "./held-requests.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";
import { alternatives, expectNoOffer, kept, mayClose, offers, restore, versions, waiting } from "./unsaved-work.ts";

const test = base.extend({ takesAutosaves: false });
beforeEach<{ page: Page }>(({ page }) => page.clock.hurry());

/** What the page sends to save from now on, as method and path; without autosaves and lost requests. */
function watchWrites(page: Page): () => string[] {
  const writes: string[] = [];
  page.network.listen((request, response) => {
    const { pathname } = new URL(request.url());
    const isSave = /^\/api\/(articles|newsletter)\//.test(pathname) && !pathname.endsWith("/draft/");
    if (isSave && request.method() !== "GET" && response) writes.push(`${request.method()} ${pathname}`);
  });
  return () => writes;
}

test("a save without a connection says that the work is safe, and is made once when the connection is back", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "In a tunnel" });
  await startEdit(page, "In a tunnel");
  await fields(page).content.fill("Written in the dark");
  await expect(kept(page)).toBeVisible();
  await page.setOffline(true);
  await updateButton(page).click();
  await expect(toastOf(page, "Error updating article")).toContainText(
    "Could not update the article. Your work is stored in this browser and will be saved as soon as",
  );
  await expect(waiting(page)).toBeVisible();
  // What is typed meanwhile is included.
  await fields(page).excerpt.fill("And more of it");
  const writes = watchWrites(page);
  await page.setOffline(false);
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
  request,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Corrected in a tunnel" });
  await startEdit(page, "Corrected in a tunnel");
  await fields(page).excerpt.fill("As it was");
  const open = () => chooseMore(page, "Update with a reason or correction…");
  const asked = page.getByRole("dialog", { name: "Update this article" });
  const reason = asked.getByLabel("Reason (optional)");
  await open();
  await reason.fill("The bank spoke again.");
  await asked.getByRole("checkbox", { name: "Add a correction" }).check();
  await asked.getByRole("textbox", { name: "Correction" }).fill("It was the other bank in the tunnel.");
  await page.setOffline(true);
  await asked.getByRole("button", { name: "Update now" }).click();
  await expect(waiting(page)).toBeVisible();
  // The text is kept in the browser; they would be lost with the page.
  expect(mayClose()).toBe(false);
  await open();
  await expect(reason).toHaveValue("The bank spoke again.");
  await expect(asked.getByRole("textbox", { name: "Correction" })).toHaveValue("It was the other bank in the tunnel.");
  await asked.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "You have unsaved changes" });
  await question.getByRole("button", { name: "Cancel" }).click();

  const writes = watchWrites(page);
  await page.setOffline(false);
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect(writes()).toEqual([`PUT ${apiUrl.article(id)}`]);
  expect(mayClose()).toBe(true);
  const changes = await (await request.get(apiUrl.changes(id))).text();
  expect(changes).toContain("The bank spoke again.");
  expect(changes).toContain("It was the other bank in the tunnel.");
  await open();
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
    "The database cannot be reached. Your work is stored",
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
  api,
  cleanUp,
}) => {
  cleanUp("Once only");
  await startNew(page);
  await fields(page).title.fill("Once only");
  await fields(page).category.fill("AI");
  const back = await loseFirstResponse(page, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  expect(await articlesOf(api, "Once only")).toHaveLength(1);
  await fields(page).excerpt.fill("Typed while nobody knew");
  back();
  await page.setOffline(false);
  await expect(toastOf(page, /Article (added|updated)/)).toBeVisible();
  await expect(room(page, "Edit Article")).toBeVisible();
  expect(await articlesOf(api, "Once only")).toMatchObject([{ excerpt: "Typed while nobody knew" }]);
});

test("of two attempts without a response, the later one's changes are not lost", async ({ page, api, cleanUp }) => {
  cleanUp("Twice unheard");
  await startNew(page);
  await fields(page).title.fill("Twice unheard");
  await fields(page).category.fill("AI");
  const back = await loseFirstResponse(page, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await page.setOffline(true);
  await fields(page).excerpt.fill("Said the second time");
  const failed = page.waitForResponse((request) => request.method() === "POST");
  await addButton(page).click();
  await failed;
  back();
  await page.setOffline(false);
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  expect(await articlesOf(api, "Twice unheard")).toMatchObject([{ excerpt: "Said the second time" }]);
});

test("a colleague's change is shown, not overwritten, while the outcome of your own save is unknown", async ({
  page,
  api,
  cleanUp,
}) => {
  cleanUp("Found by a colleague");
  await startNew(page);
  await fields(page).title.fill("Found by a colleague");
  await fields(page).category.fill("AI");
  const back = await loseFirstResponse(page, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  const [made] = await articlesOf(api, "Found by a colleague");
  await api.put(apiUrl.article(made?.id ?? 0), { data: { excerpt: "The colleague's" } });
  back();
  await page.setOffline(false);
  // Nothing here was changed in its place: the room shows it, and keeps it.
  await expect(fields(page).excerpt).toHaveValue("The colleague's");
  await expect(versions(page)).toHaveCount(0);
  await expect(room(page, "Edit Article")).toBeVisible();
  expect(await articlesOf(api, "Found by a colleague")).toMatchObject([{ excerpt: "The colleague's" }]);
});

test("an article is not created twice when the page was closed before the response, and the work restored", async ({
  page,
  api,
  cleanUp,
}) => {
  cleanUp("Once only, restored");
  await startNew(page);
  await fields(page).title.fill("Once only, restored");
  await fields(page).category.fill("AI");
  await expect(kept(page)).toBeVisible();
  const back = await loseFirstResponse(page, "POST", /\/api\/articles\/$/);
  await addButton(page).click();
  await expect(waiting(page)).toBeVisible();
  expect(mayClose()).toBe(true);
  await page.reload();
  await restore(page).click();
  back();
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
  await expectNoOffer(page);
  expect(await articlesOf(api, "Once only, restored")).toHaveLength(1);
});

test("a change whose response was lost does not conflict with itself", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "My own echo" });
  await startEdit(page, "My own echo");
  await fields(page).excerpt.fill("First");
  const back = await loseFirstResponse(page, "PUT", /\/api\/articles\/\d+\/$/);
  await updateButton(page).click();
  await expect(waiting(page)).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("First");
  await fields(page).tags.fill("second");
  back();
  await page.setOffline(false);
  await expect(toastOf(page, "Article updated")).toBeVisible();
  await expect(versions(page)).toHaveCount(0);
  expect(await stored(api, id)).toMatchObject({ excerpt: "First", tags: ["second"] });
});

test("another user's change during an outage is shown as a conflict", async ({ page, api, writeArticle }) => {
  const { id } = await writeArticle({ title: "Away too long" });
  await startEdit(page, "Away too long");
  await fields(page).excerpt.fill("Mine");
  await page.setOffline(true);
  await updateButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await api.put(apiUrl.article(id), { data: { excerpt: "Theirs" } });
  await page.setOffline(false);
  await expect(alternatives(page)).toContainText("Theirs");
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await alternatives(page).getByRole("button", { name: "Use yours" }).click();
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Mine");
});

test("a form that is closed while it waits is not saved in the background: its work is offered", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Given up for now" });
  await startEdit(page, "Given up for now");
  await fields(page).excerpt.fill("Later, perhaps");
  await page.setOffline(true);
  await updateButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(offers(page)).toBeVisible();
  const writes = watchWrites(page);
  await page.setOffline(false);
  await restore(page).click();
  await expect(fields(page).excerpt).toHaveValue("Later, perhaps");
  expect(writes()).toEqual([]);
  expect((await stored(api, id)).excerpt).toBe("");
});

test("a newsletter issue is kept, retried and created once in the same way", async ({ page, api }) => {
  await page.goto(adminUrl.audience("issues"));
  await page.getByRole("button", { name: "New issue" }).click();
  const back = await loseFirstResponse(page, "POST", /\/api\/newsletter\/issues\/$/);
  const lost = page.waitForResponse((request) => request.method() === "POST");
  await page.getByLabel("Subject*", { exact: true }).fill("Sent from a train");
  await lost;
  await page.getByLabel("Preview text", { exact: true }).fill("Between two stations");
  back();
  await page.setOffline(false);
  await expect(page).toHaveURL(/\/admin\/issues\/\d+$/);
  await page.keyboard.press("Control+s");
  await expect(toastOf(page, "Issue updated")).toBeVisible();
  const issues: Issue[] = await (await api.get(editorApiUrl.issues())).json();
  const mine = issues.filter(({ subject }) => subject === "Sent from a train");
  expect(mine).toMatchObject([{ preview: "Between two stations" }]);
  for (const { id } of mine) await api.delete(editorApiUrl.issue(id));
});
