import { editorApiUrl } from "#test/support/api-url.ts";
import { openTool } from "./article-form.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("the room of an issue makes a preview link and shows the page of the issue", async ({ page, api }) => {
  const created = await api.post(editorApiUrl.issues(), { data: { subject: "The week in brief" } });
  const { id } = await created.json();
  await page.goto(`/admin/issues/${id}`);
  const shared = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/preview"));
  await openTool(page, "Share");
  expect((await shared).url()).toContain(`/newsletter/issues/${id}/preview`);
  const dialog = page.getByRole("dialog", { name: "Preview" });
  await expect(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
});
