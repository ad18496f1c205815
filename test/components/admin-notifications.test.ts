import { adminUrl, pageUrl, readingUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { test } from "./colleague.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const bell = (page: Page, count: number) =>
  page.getByRole("link", {
    name: count === 0 ? "Notifications" : `Notifications, ${count} unread`,
    exact: true,
  });
const reviewers = (page: Page) => page.getByRole("region", { name: "Reviewers" });
const list = (page: Page) => page.getByRole("region", { name: "List of notifications" });

const asWriter = test.extend({ role: "writer" });

asWriter(
  "a writer asks an editor by keyboard, sees what the editor did, and chooses notifications",
  async ({ page, api, editor, colleague }) => {
    const written = { title: "Bridge opens to all", category: "Blockchain", content: "<p>Text.</p>", status: "ready" };
    const { id } = await (await api.post(apiUrl.articles(), { data: written })).json();
    await page.goto(adminUrl.notifications());
    await expect(page.getByText(/^No notifications yet\./)).toBeVisible();
    await expect(bell(page, 0)).toHaveAttribute("aria-current", "page");

    await page.goto(adminUrl.article(id));
    await page.getByRole("button", { name: "Ask for a review" }).press("Enter");
    const asking = page.getByRole("dialog", { name: "Ask for a review" });
    // The only other person is chosen already.
    await asking.getByRole("checkbox", { name: colleague.name }).press("Space");
    await asking.getByRole("button", { name: "Ask", exact: true }).press("Enter");
    await expect(asking.getByText("Choose at least one person.")).toBeVisible();
    await asking.getByRole("checkbox", { name: colleague.name }).press("Space");
    await asking.getByLabel("Message").fill("Is it all true?");
    await asking.getByRole("button", { name: "Ask", exact: true }).press("Enter");
    await expect(asking).toHaveCount(0);
    await expect(reviewers(page)).toContainText(`Asked by ${editor.name}`);
    const { asked } = await (await colleague.call("GET", editorApiUrl.asked(id))).json();
    expect(asked).toMatchObject({ name: colleague.name, is_me: true, message: "Is it all true?" });

    await colleague.call("PUT", apiUrl.article(id), { title: "Bridge opens" });
    await colleague.call("POST", editorApiUrl.publish(id), {});
    await page.goto(pageUrl.admin());
    await expect(bell(page, 2)).toBeVisible();
    await bell(page, 2).press("Enter");
    await expect(list(page)).toContainText(`New${colleague.name} published Bridge opens`);
    await expect(list(page)).toContainText(`New${colleague.name} changed Bridge opens`);
    await page.getByRole("button", { name: `Mark as read: ${colleague.name} changed Bridge opens` }).press("Enter");
    await expect(bell(page, 1)).toBeVisible();
    await expect(list(page).getByText("New", { exact: true })).toHaveCount(1);

    const table = page.getByRole("table", { name: "Notification settings" });
    const changes = table.getByRole("row", { name: /Another user changes your text/ });
    const byMail = changes.getByRole("switch", { name: /By mail/ });
    await expect(byMail).not.toBeChecked();
    await byMail.press("Space");
    await changes.getByRole("switch", { name: /In the app/ }).press("Space");
    await expect(byMail).toBeChecked();
    // A switch turns before its choice is stored.
    const choice = async () => (await (await api.get(editorApiUrl.notificationSettings())).json()).kinds.changed;
    await expect.poll(choice).toEqual({ in_product: false, by_mail: true });
    await page.reload();
    await expect(byMail).toBeChecked();
    await expect(changes.getByRole("switch", { name: /In the app/ })).not.toBeChecked();

    // Following the link is reading it.
    await list(page).getByRole("link", { name: "Bridge opens" }).first().click();
    await expect(page).toHaveURL(readingUrl({ type: "article", id }));
    await page.goto(adminUrl.notifications());
    await expect(bell(page, 0)).toBeVisible();
  },
);

test("a reviewer finds the article, requests changes and approves; a list that cannot be fetched is tried again", async ({
  page,
  api,
  colleague,
}) => {
  const me = await (await api.get(editorApiUrl.me())).json();
  const written = { title: "Vaults reopen", category: "Blockchain", content: "<p>Text.</p>", status: "ready" };
  const { id } = await (await colleague.call("POST", apiUrl.articles(), written)).json();
  await colleague.call("PUT", editorApiUrl.asked(id), { person: me.id, message: "Is the headline fair?" });
  await openAdmin(page);
  await expect(bell(page, 1)).toBeVisible();
  await page.getByRole("link", { name: /^Requested from me/ }).click();
  await expect(page.getByText("1 article", { exact: true }).first()).toBeVisible();
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
  await expect(page.getByRole("heading", { name: "Notifications", level: 1 })).toBeFocused();

  await list(page).getByRole("link", { name: "Vaults reopen" }).click();
  const banner = page.getByRole("region", { name: "Review request" });
  await expect(banner).toContainText(`${colleague.name} asks you to review this.`);
  await expect(banner).toContainText("Is the headline fair?");
  await banner.getByRole("button", { name: "Request changes" }).press("Enter");
  await banner.getByRole("textbox", { name: "What should change?" }).fill("Name the vaults.");
  await banner.getByRole("button", { name: "Send" }).press("Enter");
  await expect(toastOf(page, "Changes requested")).toContainText(`${colleague.name} will be notified.`);
  await expect(banner).toHaveCount(0);
  await expect(reviewers(page)).toContainText("Requested changes");
  const [told] = await (await colleague.call("GET", editorApiUrl.notifications())).json();
  expect(told).toMatchObject({ kind: "returned", detail: "changes" });

  await colleague.call("PUT", editorApiUrl.asked(id), { person: me.id, message: "" });
  await page.reload();
  await banner.getByRole("button", { name: "Approve" }).press("Enter");
  await expect(toastOf(page, "Approved")).toBeVisible();
  await expect(reviewers(page)).toContainText("Approved");
});

test("an author sees which changes are requested, and asks again", async ({ page, api, colleague }) => {
  const written = { title: "Vaults reopen", category: "Blockchain", content: "<p>Text.</p>", status: "ready" };
  const { id } = await (await api.post(apiUrl.articles(), { data: written })).json();
  const reviewer = await (await colleague.call("GET", editorApiUrl.me())).json();
  await api.put(editorApiUrl.asked(id), { data: { person: reviewer.id, message: "Is the headline fair?" } });
  await colleague.call("POST", editorApiUrl.answer(id), { answer: "changes", message: "Name the vaults." });
  await page.goto(adminUrl.article(id));
  const requested = page.getByRole("region", { name: /^Changes requested by/ });
  await expect(requested).toContainText("Name the vaults.");
  await requested.getByRole("button", { name: "Ask again" }).click();
  await expect(requested).toHaveCount(0);
});
