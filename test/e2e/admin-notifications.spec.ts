import type { Page } from "@playwright/test";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { choose, openAdmin, toastOf } from "./admin.ts";
import { test } from "./colleague.ts";
import { expect } from "./site.ts";

const bell = (page: Page, count: number) =>
  page.getByRole("link", {
    name: count === 0 ? "Notifications" : `Notifications, ${count} unread`,
    exact: true,
  });
const list = (page: Page) => page.getByRole("region", { name: "List of notifications" });

test.describe("on a phone", () => {
  test.use({ role: "writer", viewport: { width: 375, height: 812 } });

  test("a writer asks an editor by keyboard, learns what the editor does, and chooses what to be told", async ({
    page,
    api,
    editor,
    colleague,
  }) => {
    const written = { title: "Bridge opens to all", category: "Blockchain", content: "<p>Text.</p>", status: "ready" };
    const { id } = await (await api.post(apiUrl.articles(), { data: written })).json();
    await page.goto(adminUrl.notifications());
    await expect(page.getByText(/^Nothing yet\./)).toBeVisible();
    await expect(bell(page, 0)).toHaveAttribute("aria-current", "page");

    await page.goto(adminUrl.article(id));
    await page.getByRole("button", { name: "Settings", exact: true }).press("Enter");
    const select = page.getByRole("combobox", { name: "Ask somebody to review" });
    await expect(select).toHaveText("Nobody");
    await select.focus();
    await page.keyboard.type(colleague.name);
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Asked by ${editor.name}`)).toBeVisible();
    await expectNoViolations(page, ".room-settings");
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const { asked } = await (await colleague.call("GET", editorApiUrl.asked(id))).json();
    expect(asked).toMatchObject({ name: colleague.name, is_me: true });

    await colleague.call("PUT", apiUrl.article(id), { title: "Bridge opens" });
    await colleague.call("POST", editorApiUrl.publish(id), {});
    await page.goto(pageUrl.admin());
    await expect(bell(page, 2)).toBeVisible();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await bell(page, 2).press("Enter");
    await expect(list(page)).toContainText(`New${colleague.name} published Bridge opens`);
    await expect(list(page)).toContainText(`New${colleague.name} changed Bridge opens`);
    await expectNoViolations(page);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: `Mark as read: ${colleague.name} changed Bridge opens` }).press("Enter");
    await expect(bell(page, 1)).toBeVisible();
    await expect(list(page).getByText("New", { exact: true })).toHaveCount(1);

    const table = page.getByRole("table", { name: "Notification settings" });
    const changes = table.getByRole("row", { name: /Somebody else changes your text/ });
    const byMail = changes.getByRole("switch", { name: /By mail/ });
    await expect(byMail).not.toBeChecked();
    await byMail.press("Space");
    await changes.getByRole("switch", { name: /In the product/ }).press("Space");
    await expect(byMail).toBeChecked();
    // A switch turns before its choice is stored.
    const choice = async () => (await (await api.get(editorApiUrl.notificationSettings())).json()).kinds.changed;
    await expect.poll(choice).toEqual({ in_product: false, by_mail: true });
    await page.reload();
    await expect(byMail).toBeChecked();
    await expect(changes.getByRole("switch", { name: /In the product/ })).not.toBeChecked();

    // Following the link is reading it.
    await list(page).getByRole("link", { name: "Bridge opens" }).first().click();
    await expect(page).toHaveURL(adminUrl.article(id));
    await page.goto(adminUrl.notifications());
    await expect(bell(page, 0)).toBeVisible();
    await colleague.call("DELETE", apiUrl.article(id));
  });
});

test("who is asked finds the article, and withdraws or passes on the request; a list that cannot be fetched is tried again", async ({
  page,
  api,
  colleague,
}) => {
  const me = await (await api.get(editorApiUrl.me())).json();
  const written = { title: "Vaults reopen", category: "Blockchain", content: "<p>Text.</p>", status: "ready" };
  const { id } = await (await colleague.call("POST", apiUrl.articles(), written)).json();
  await colleague.call("PUT", editorApiUrl.asked(id), { person: me.id });
  await openAdmin(page);
  await expect(bell(page, 1)).toBeVisible();
  await page.getByRole("link", { name: /^Asked of me/ }).click();
  await expect(page.getByText("1 article", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/asked=true/);

  let isAway = true;
  await page.route(
    (url) => url.pathname === editorApiUrl.notifications(),
    (route) => (isAway ? route.fulfill({ status: 400, json: { detail: "Not now." } }) : route.continue()),
  );
  await bell(page, 1).click();
  await expect(page.getByText("Could not fetch notifications.")).toBeVisible();
  await expect(toastOf(page, "Error fetching your notifications")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list(page)).toContainText(`${colleague.name} asked you to review Vaults reopen`);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page, 0)).toBeVisible();
  await expect(list(page).getByText("New", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Notifications", level: 2 })).toBeFocused();

  await list(page).getByRole("link", { name: "Vaults reopen" }).click();
  const select = page.getByRole("combobox", { name: "Ask somebody to review" });
  await expect(page.getByText(`${colleague.name} asked you`)).toBeVisible();
  await expect(select).toContainText("(you)");
  await choose(select, colleague.name);
  await expect(page.getByText("Asked by")).toBeVisible();
  await choose(select, "Nobody");
  await expect(page.getByText("They find it among their notifications.")).toBeVisible();
  expect((await (await colleague.call("GET", editorApiUrl.asked(id))).json()).asked).toBeNull();
  await colleague.call("DELETE", apiUrl.article(id));
});
