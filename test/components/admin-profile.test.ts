import sharp from "sharp";
import type { Profile } from "#features/identity/accounts/endpoints.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const CALL = "**/api/accounts/profile/";

const bio = (page: Page) => page.getByRole("textbox", { name: "Bio" });
const imageUrl = (page: Page) => page.getByRole("textbox", { name: "Image URL" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openTab = (page: Page) => openAdmin(page, "Author Profile");

test("bio and picture are stored, and readers see them on the next request", async ({
  page,
  api,
  request,
  editor,
  store,
  complaints,
}) => {
  const { id: authorId } = await store.database.db
    .selectFrom("account")
    .select("id")
    .where("email", "=", editor.email)
    .executeTakeFirstOrThrow();
  const article = await publish(store, { title: "By the editor", authorId });
  await openTab(page);
  await expect(page.getByRole("heading", { name: "Author Profile" })).toBeVisible();
  await expect(page.getByRole("tabpanel", { name: "Author Profile" })).toContainText(editor.name);
  await bio(page).fill("  Writes of ledgers.  ");
  await page
    .getByRole("tabpanel", { name: "Author Profile" })
    .locator("input[type=file]")
    .setInputFiles({
      name: "me.jpg",
      mimeType: "image/jpeg",
      buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } })
        .jpeg()
        .toBuffer(),
    });
  await expect(toastOf(page, "Success")).toBeVisible();
  const url = await imageUrl(page).inputValue();
  expect(url).toMatch(/^\/media\//);

  await button(page, "Add a link").press("Enter");
  await page.getByRole("textbox", { name: "Label 1" }).fill("Mastodon");
  await page.getByRole("textbox", { name: "Address 1" }).fill("http://social.example/@amina");
  await button(page, "Update Profile").click();
  await expect(page.getByRole("textbox", { name: "Address 1" })).toHaveAccessibleDescription(/must begin with https/);
  await page.getByRole("textbox", { name: "Address 1" }).fill("social.example/@amina");
  await button(page, "Add a link").press("Enter");

  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await button(page, "Update Profile").click();
  expect((await sent).postDataJSON()).toEqual({
    bio: "Writes of ledgers.",
    imageUrl: url,
    links: [{ label: "Mastodon", url: "social.example/@amina" }],
  });
  await expect(toastOf(page, "Profile updated")).toBeVisible();
  await expect(bio(page)).toHaveValue("Writes of ledgers.");
  await expect(button(page, "Update Profile")).toBeFocused();
  expect((await (await api.get(editorApiUrl.me())).json()) as Profile).toMatchObject({
    name: editor.name,
    email: editor.email,
    bio: "Writes of ledgers.",
    image_url: url,
  });
  expect(await (await request.get(`/article/${article}`)).text()).toContain("Writes of ledgers.");
  expect(ownComplaints(complaints)).toEqual([]);
});

test("the server's errors are shown in a toast and at their fields, and nothing typed is lost", async ({ page }) => {
  await openTab(page);
  await bio(page).fill("Words");
  await imageUrl(page).fill("not an address");
  await bio(page).press("Control+s");
  const sentence = /Image URL must be /;
  await expect(toastOf(page, "Error updating profile")).toContainText(sentence);
  await expect(imageUrl(page)).toHaveAccessibleDescription(sentence);
  await expect(imageUrl(page)).toHaveAttribute("aria-invalid", "true");
  await expect(imageUrl(page)).toBeFocused();
  await expect(bio(page)).toHaveValue("Words");
  await imageUrl(page).fill("");
  await expect(imageUrl(page)).not.toHaveAttribute("aria-invalid", "true");
});

test("a lost connection is reported, typing continues, and the form can be sent again", async ({ page }) => {
  await openTab(page);
  await bio(page).fill("Offline words");
  await page.route(CALL, (route) => route.abort("internetdisconnected"));
  await button(page, "Update Profile").click();
  await expect(toastOf(page, "Error updating profile")).toContainText("Could not update the profile");
  await page.unroute(CALL);
  const release = await holdCalls(page, CALL);
  await button(page, "Update Profile").click();
  await expect(button(page, "Updating...")).toBeDisabled();
  await bio(page).fill("Typed while it was sent");
  release();
  await expect(toastOf(page, "Profile updated")).toBeVisible();
  await expect(bio(page)).toHaveValue("Typed while it was sent");
});

test("unsaved words survive in a hidden tab, and the end of the session", async ({ page, editor }) => {
  await openTab(page);
  await bio(page).fill("Unsaved");
  await page.getByRole("tab", { name: "Ad Management" }).click();
  await page.getByRole("tab", { name: "Author Profile" }).click();
  await expect(bio(page)).toHaveValue("Unsaved");
  await expect(page.getByText(/^Unsaved, stored in this browser/)).toBeVisible();
  await button(page, "Log Out").click();
  await page.getByRole("textbox", { name: "Email" }).fill(editor.email);
  await page.getByLabel("Password", { exact: true }).fill(editor.password);
  await button(page, "Log In").click();
  await page.getByRole("tab", { name: "Author Profile" }).click();
  await page
    .getByRole("region", { name: "Unsaved work" })
    .getByRole("button", { name: /^Restore/ })
    .click();
  await expect(bio(page)).toHaveValue("Unsaved");
});

test("a profile that fails to load says so and can be retried", async ({ page }) => {
  await page.route("**/api/accounts/users/me/", (route) => route.fulfill({ status: 403, json: { detail: "No." } }));
  await openTab(page);
  await expect(page.getByText("Could not load the profile.")).toBeVisible();
  await page.unroute("**/api/accounts/users/me/");
  await button(page, "Try again").click();
  await expect(bio(page)).toBeVisible();
});
