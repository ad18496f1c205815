import { adminUrl, readingUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { test } from "./colleague.ts";
import { expect } from "./site.ts";
import { tooSmall } from "./sizes.ts";

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true });

test("on a phone an approval is the second tap after the notification, and everything fits and can be hit", async ({
  page,
  api,
  colleague,
}) => {
  const me = await (await api.get(editorApiUrl.me())).json();
  const content = `<p>At noon.</p>${"<p>More words of the text. </p>".repeat(20)}`;
  const data = { title: "Vaults reopen after the longest night", category: "Blockchain", content };
  const { id } = await (await colleague.call("POST", apiUrl.articles(), data)).json();
  await colleague.call("PUT", editorApiUrl.asked(id), { person: me.id, message: "Is it fair?" });
  await page.goto(adminUrl.notifications());
  await page.getByRole("link", { name: data.title }).first().tap();
  await expect(page).toHaveURL(readingUrl({ type: "article", id }));
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeInViewport();
  await expect(page.getByRole("heading", { name: data.title, level: 2 })).toBeInViewport();
  await expect(page.getByText("At noon.")).toBeVisible();
  expect(await overflowOf(page)).toBe(0);
  expect(await tooSmall(page.getByRole("main").getByRole("button"), 44)).toEqual([]);
  await expectNoViolations(page);
  await approve.tap();
  await expect(page.getByText("Approved").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Review request" })).toHaveCount(0);
});
