import type { AdSpace } from "#features/ads/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { openAdmin, test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";
import { crash, offers, restore } from "./unsaved-work.ts";

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

test("two windows with one ad space ask one question, and neither offers what the other has open", async ({
  page,
  context,
  api,
}) => {
  const data = { name: "Shared space", location: "nowhere", alt: "Before" };
  const { id }: AdSpace = await (await api.post(apiUrl.ads(), { data })).json();
  const altOf = async () => {
    const spaces: AdSpace[] = await (await api.get(apiUrl.ads())).json();
    return spaces.find((space) => space.id === id)?.alt;
  };
  const alt = (on: typeof page) => on.getByRole("textbox", { name: "Alternative text", exact: true });
  const save = (on: typeof page) => on.getByRole("button", { name: "Update Ad Space", exact: true }).click();
  const edit = async (on: typeof page, text: string) => {
    await openAdmin(on, "Ad Management");
    await on.getByRole("button", { name: "Edit Shared space", exact: true }).click();
    await expect(offers(on)).toHaveCount(0);
    await alt(on).fill(text);
  };
  await edit(page, "First window");
  await expect(page.getByText(/^Unsaved, stored in this browser/)).toBeVisible();
  const second = await context.newPage();
  await edit(second, "Second window");
  await save(second);
  await expect(toastOf(second, "Ad space updated")).toBeVisible();
  await page.setViewportSize({ width: 375, height: 800 });
  await save(page);
  const question = page.getByRole("region", { name: "Another version of the ad space was saved" });
  await expect(question.getByRole("heading")).toBeFocused();
  await expect(question).toContainText("Second window");
  await expect(question.getByRole("term")).toHaveText(["Alternative text"]);
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await question.getByRole("button", { name: "Keep mine and save it" }).click();
  await expect(toastOf(page, "Ad space updated")).toBeVisible();
  expect(await altOf()).toBe("First window");
  await expect(offers(second)).toContainText("The overwritten version of “Shared space”");
  await api.delete(editorApiUrl.ad(id));
});
