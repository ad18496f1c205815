import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { fields, startEdit } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const facts = (page: Page) => page.getByRole("button", { name: /^People and checks/ });
const list = (page: Page) => page.getByRole("dialog", { name: "People and checks" });

test("the bar shows who is here, whose text it is and who was asked, and each open matter leads to its place", async ({
  page,
  api,
  colleague,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Bridge", status: "draft", content: `<p>${"Words. ".repeat(60)}</p>` });
  const reviewers = (await (await api.get("/api/reviewers/")).json()) as { id: number; name: string }[];
  const { id: person, name } = reviewers.find((one) => one.name === colleague.name) ?? { id: 0, name: "" };
  await api.put(editorApiUrl.asked(id), { data: { person } });
  const here = [{ user: person, name, since: "2026-05-04T06:30:00.000Z", is_me: false }];
  // The first stream ends after its news; the next one stays open and silent.
  let hasTold = false;
  await page.route(/\/presence\/$/, (route) => {
    if (hasTold || route.request().method() !== "GET") return route.fallback();
    hasTold = true;
    return route.fulfill({ status: 200, body: `event: presence\ndata: ${JSON.stringify(here)}\n\n` });
  });
  await startEdit(page, "Bridge");
  // The request that is not answered, and the missing excerpt.
  await expect(facts(page)).toHaveText(/2/);
  await facts(page).click();
  await expect(list(page)).toContainText(`${name}here now`);
  await expect(list(page)).toContainText(/Text by.*[A-Z]/);
  await list(page).getByRole("button", { name: "There is no excerpt: lists show only the title" }).click();
  await expect(list(page)).toHaveCount(0);
  await expect(fields(page).excerpt).toBeFocused();
  await facts(page).click();
  await list(page)
    .getByRole("button", { name: `${name} has not answered` })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Review", exact: true })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
});

test("an issue counts what it lacks, and a page says that nothing is open", async ({ page, api }) => {
  const issue = await (
    await api.post(editorApiUrl.issues(), { data: { subject: "The week", introduction: "A." } })
  ).json();
  await page.goto(adminUrl.issue(issue.id));
  await facts(page).click();
  await list(page)
    .getByRole("button", { name: /^No preview text/ })
    .click();
  await expect(page.getByRole("textbox", { name: "Preview text", exact: true })).toBeFocused();
  const made = await (await api.post("/api/pages/", { data: { title: "About us" } })).json();
  await page.goto(adminUrl.page(made.id));
  await facts(page).click();
  await expect(list(page)).toContainText("Nothing is open.");
});
