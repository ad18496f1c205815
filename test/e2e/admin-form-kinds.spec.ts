import type { AdSpace } from "#features/ads/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";
import { crash, restore } from "./unsaved-work.ts";

test("the form of an ad space survives a crash, and fits a phone while it waits for the connection", async ({
  page,
  context,
  api,
}) => {
  const data = { name: "Kept space", location: "nowhere" };
  const { id }: AdSpace = await (await api.post(apiUrl.ads(), { data })).json();
  const open = (on: typeof page) => openAdmin(on, "Ad Management");
  await open(page);
  await page.getByRole("button", { name: "Edit Kept space", exact: true }).click();
  await page.getByRole("textbox", { name: "Alternative text", exact: true }).fill("unsaved-on-a-phone");
  await expect(page.getByText(/^Unsaved, stored in this browser/)).toBeVisible();
  const next = await crash(page, context, open);
  await next.setViewportSize({ width: 375, height: 800 });
  await restore(next).click();
  await expect(next.getByRole("textbox", { name: "Alternative text", exact: true })).toHaveValue("unsaved-on-a-phone");
  await next.route(/\/api\/ads\/\d+\/$/, (route) => route.abort("internetdisconnected"));
  await next.getByRole("button", { name: "Update Ad Space", exact: true }).click();
  await expect(next.getByText(/^Not saved yet\./)).toBeVisible();
  await toastOf(next, "Error updating ad space").hover();
  expect(await overflowOf(next)).toBe(0);
  await expectNoViolations(next);
  await api.delete(editorApiUrl.ad(id));
});
