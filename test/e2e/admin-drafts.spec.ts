import type { Page } from "@playwright/test";
import { addAccount } from "#features/identity/accounts/commands.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { type Editor, openAdmin, toastOf, tokensOf } from "./admin.ts";
import { addButton, fields, room, startEdit, startNew, updateButton } from "./article-form.ts";
import { articlesOf, stored, test } from "./newsroom.ts";
import { expect } from "./site.ts";
import {
  crash,
  expectNoOffer,
  expectNothingKept,
  keepMine,
  kept,
  keptSubjects,
  offers,
  restore,
  takeTheirs,
  versions,
} from "./unsaved-work.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("a new article survives a crash of its tab, its picture too, and is no longer offered once it is saved", async ({
  page,
  context,
  api,
  cleanUp,
}) => {
  cleanUp("Lost and found");
  await startNew(page);
  const form = fields(page);
  await form.title.fill("Lost and found");
  await form.category.fill("AI");
  await form.content.pressSequentially("Every word of it");
  await form.featured.check();
  await form.date.fill("2999-01-05T09:30");
  await page.locator("input[type=file][name=image_file]").setInputFiles("public/fallback.jpg");
  await form.tags.fill("last");
  await expect(kept(page)).toBeVisible();
  await expect(page.getByAltText("Preview")).toBeVisible();
  const next = await crash(page, context);
  await expect(offers(next)).toContainText("An unsaved new article, “Lost and found”");
  await expect(offers(next)).toContainText(/Kept in this browser on \w+ \d+, \d{4} at /);
  await restore(next).click();
  const again = fields(next);
  await expect(again.title).toHaveValue("Lost and found");
  await expect(again.category).toHaveValue("AI");
  await expect(again.content).toHaveText("Every word of it");
  await expect(again.featured).toBeChecked();
  await expect(again.date).toHaveValue("5 Jan 2999, 09:30");
  await expect(next.getByAltText("Preview")).toBeVisible();
  await expect(offers(next)).toHaveCount(0);
  await addButton(next).click();
  await expect(toastOf(next, "Article added")).toBeVisible();
  const [article] = await articlesOf(api, "Lost and found");
  expect(await stored(api, article?.id ?? 0)).toMatchObject({
    content: "<p>Every word of it</p>",
    tags: ["last"],
    image_url: expect.stringMatching(/^\/media\//),
  });
  await expectNothingKept(next);
  await next.reload();
  await expectNoOffer(next);
});

test("restored changes are applied to the article; what was saved elsewhere meanwhile is shown beside them", async ({
  page,
  context,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Moved on", content: "<p>One</p><p>Two</p>", excerpt: "Old" });
  await startEdit(page, "Moved on");
  await fields(page).excerpt.fill("Mine");
  await expect(kept(page)).toBeVisible();
  const second = await crash(page, context);
  await restore(second).click();
  await expect(fields(second).excerpt).toHaveValue("Mine");
  await expect(versions(second)).toHaveCount(0);
  await expect(kept(second)).toBeVisible();
  await api.put(apiUrl.article(id), { data: { excerpt: "Theirs", content: "<p>One</p><p>Three</p>" } });
  const third = await crash(second, context);
  await restore(third).click();
  const excerpt = versions(third).getByRole("region", { name: "Excerpt" });
  await expect(excerpt).toContainText("Mine");
  await expect(excerpt).toContainText("Theirs");
  const content = versions(third).getByRole("region", { name: "Content" });
  await expect(content.locator("mark")).toHaveText(["Two", "Three"]);
  await expect(content.getByText("One paragraph is the same.")).toBeVisible();
  await keepMine(versions(third)).click();
  await expect(fields(third).excerpt).toHaveValue("Mine");
  expect((await stored(api, id)).excerpt).toBe("Theirs");
  await updateButton(third).click();
  await expect(toastOf(third, "Article updated")).toBeVisible();
  expect(await stored(api, id)).toMatchObject({ excerpt: "Mine", content: "<p>One</p><p>Two</p>" });
});

test.describe("a save that conflicts with somebody else's", () => {
  test("is rejected and shows both; one's own version can be kept with its reason, and theirs remains available", async ({
    page,
    api,
    writeArticle,
  }) => {
    const { id } = await writeArticle({ title: "Contested", excerpt: "Old" });
    await startEdit(page, "Contested");
    await fields(page).excerpt.fill("Mine");
    await api.put(apiUrl.article(id), { data: { excerpt: "Theirs" } });
    await page.getByRole("button", { name: "Update with a reason or correction" }).click();
    await page.getByLabel("Reason (optional)").fill("The bank spoke again.");
    await page.getByRole("button", { name: "Update now" }).click();
    await expect(versions(page).getByRole("region", { name: "Excerpt" })).toContainText("Theirs");
    expect((await stored(api, id)).excerpt).toBe("Theirs");
    await keepMine(versions(page)).click();
    await expect(toastOf(page, "Article updated")).toBeVisible();
    expect((await stored(api, id)).excerpt).toBe("Mine");
    expect(await (await api.get(apiUrl.changes(id))).text()).toContain("The bank spoke again.");
    await expect(offers(page)).toContainText("The version that was saved over, of “Contested”");
    await restore(page).click();
    await expect(versions(page).getByRole("region", { name: "Excerpt" })).toContainText("Theirs");
  });

  test("can take theirs, and one's own remains available", async ({ page, api, writeArticle }) => {
    const { id } = await writeArticle({ title: "Conceded", content: "<p>Old</p>" });
    await startEdit(page, "Conceded");
    await fields(page).content.fill("Mine");
    await api.put(apiUrl.article(id), { data: { content: "<p>Theirs</p>" } });
    await page.keyboard.press("Control+s");
    await takeTheirs(versions(page)).click();
    await expect(fields(page).content).toHaveText("Theirs");
    await expect(offers(page)).toContainText("Your version that was not chosen, of “Conceded”");
    await restore(page).click();
    await expect(versions(page).getByRole("region", { name: "Content" }).locator("mark")).toHaveText([
      "Mine",
      "Theirs",
    ]);
    expect((await stored(api, id)).content).toBe("<p>Theirs</p>");
  });

  test("can save one's own as a new draft beside theirs", async ({ page, api, writeArticle, cleanUp }) => {
    const { id } = await writeArticle({ title: "Parted", excerpt: "Old" });
    cleanUp("Parted, mine");
    await startEdit(page, "Parted");
    await fields(page).title.fill("Parted, mine");
    await api.put(apiUrl.article(id), { data: { title: "Parted, theirs", excerpt: "Theirs" } });
    await updateButton(page).click();
    await versions(page)
      .getByRole("button", { name: /^Save .* as a new draft$/ })
      .click();
    await expect(toastOf(page, "Article added")).toBeVisible();
    await expect(fields(page).excerpt).toHaveValue("Theirs");
    expect(await articlesOf(api, "Parted, mine")).toMatchObject([{ status: "draft", excerpt: "Old" }]);
    expect(await stored(api, id)).toMatchObject({ title: "Parted, theirs", excerpt: "Theirs" });
  });

  for (const width of [320]) {
    test(`shows both at ${width} px without violations`, async ({ page, api, writeArticle }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      const { id } = await writeArticle({ title: "Compared", content: "<p>Old</p>" });
      await startEdit(page, "Compared");
      await fields(page).content.fill(`Mine ${"y".repeat(150)}`);
      await api.put(apiUrl.article(id), { data: { content: "<p>Theirs</p>", status: "draft" } });
      await updateButton(page).click();
      await expect(versions(page)).toBeVisible();
      await expectNoViolations(page);
      expect(await overflowOf(page)).toBe(0);
      await page.keyboard.press("Escape");
      await expect(versions(page)).toHaveCount(0);
      await expect(fields(page).content).toContainText("Mine");
    });
  }
});

async function logIn(page: Page, { email, password }: Editor): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

test("a session that ends while typing loses nothing: after logging in, editing continues", async ({
  page,
  api,
  editor,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Session's end" });
  await startEdit(page, "Session's end");
  await fields(page).excerpt.fill("Typed before the end");
  await page.evaluate(() => {
    localStorage.setItem("access_token", "spent");
    localStorage.setItem("refresh_token", "spent");
  });
  await updateButton(page).click();
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await logIn(page, editor);
  await expect(fields(page).excerpt).toHaveValue("Typed before the end");
  await updateButton(page).click();
  await expect(toastOf(page, "Article updated")).toBeVisible();
  expect((await stored(api, id)).excerpt).toBe("Typed before the end");
});

test("after session and tab have ended, work is offered to its own account and to no other", async ({
  page,
  context,
  editor,
  site,
  store,
}) => {
  await startNew(page);
  await fields(page).title.fill("Whose is it?");
  await expect(kept(page)).toBeVisible();
  const other = {
    email: `other.${editor.email}`,
    password: "another pass word",
    name: "Somebody else",
    role: "editor" as const,
  };
  await addAccount(store.database, store.clock, operator, other);
  const use = async (on: Page, who: Editor) => {
    await on.evaluate(
      (pair) => {
        localStorage.setItem("access_token", pair.access);
        localStorage.setItem("refresh_token", pair.refresh);
      },
      await tokensOf(site.url, who),
    );
    await openAdmin(on);
  };
  const next = await crash(page, context);
  await expect(offers(next)).toBeVisible();
  await use(next, other);
  await expectNoOffer(next);
  await use(next, editor);
  await expect(offers(next)).toContainText("Whose is it?");
  await removeAccount(store.database, operator, other.email);
});

test("two tabs on one article keep their work apart, and neither is offered while its tab is open", async ({
  page,
  context,
  writeArticle,
}) => {
  await writeArticle({ title: "In two tabs" });
  await startEdit(page, "In two tabs");
  await fields(page).excerpt.fill("Of the first tab");
  await expect(kept(page)).toBeVisible();
  const second = await context.newPage();
  await startEdit(second, "In two tabs");
  await expect(offers(second)).toHaveCount(0);
  await fields(second).excerpt.fill("Of the second tab");
  await expect(kept(second)).toBeVisible();
  await second.close({ runBeforeUnload: false });
  const third = await crash(page, context);
  await expect(offers(third).getByRole("listitem")).toHaveCount(2);
  await restore(third).first().click();
  await expect(fields(third).excerpt).toHaveValue("Of the second tab");
  await restore(third).click();
  await expect(fields(third).excerpt).toHaveValue("Of the first tab");
});

test("changes to an article that was deleted meanwhile become a new one", async ({
  page,
  context,
  api,
  writeArticle,
  cleanUp,
}) => {
  const { id } = await writeArticle({ title: "Deleted meanwhile" });
  cleanUp("Deleted meanwhile");
  await startEdit(page, "Deleted meanwhile");
  await fields(page).excerpt.fill("Not lost");
  await expect(kept(page)).toBeVisible();
  await api.delete(apiUrl.article(id));
  await updateButton(page).click();
  const note = page.getByRole("alert").filter({ hasText: "This article was deleted by another user." });
  await expect(note).toBeVisible();
  await expect(room(page, "Add New Article")).toBeVisible();
  // Until this is written, the browser has a change of the article that is gone.
  await expect.poll(() => keptSubjects(page)).toEqual([null]);
  const next = await crash(page, context);
  // Whether it becomes an article again is for the editor to say.
  await restore(next).click();
  await expect(room(next, "Add New Article")).toBeVisible();
  await expect(fields(next).excerpt).toHaveValue("Not lost");
  await addButton(next).click();
  await expect(toastOf(next, "Article added")).toBeVisible();
  expect(await articlesOf(api, "Deleted meanwhile")).toMatchObject([{ status: "draft", excerpt: "Not lost" }]);
});

test("a browser without storage is pointed out, and the form still works", async ({ page, cleanUp }) => {
  cleanUp("Unkept");
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("No.", "SecurityError");
    };
  });
  await startNew(page);
  await fields(page).title.fill("Unkept");
  await fields(page).category.fill("AI");
  const warning = page.getByText("This browser keeps no unsaved text: its storage is full or turned off.");
  await expect(warning).toHaveCount(1);
  await addButton(page).click();
  await expect(toastOf(page, "Article added")).toBeVisible();
});
