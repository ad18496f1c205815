import type { ContactMessage } from "#features/contact/endpoints.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { toastOf } from "./admin.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Locator } from "./page/locator.ts";
import type { Page } from "./page/page.ts";

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

type Fixtures = {
  /** An address that no other test uses, made from a word. */
  address: (word: string) => string;
  /** Stores a message as the contact form does; returns its subject. */
  addMessage: (message?: Partial<ContactMessage>) => Promise<string>;
};

const test = base.extend<Fixtures>({
  address: async ({ editor, api }, use) => {
    const made: string[] = [];
    await use((word) => {
      const email = `${word}.${editor.email}`;
      made.push(email);
      return email;
    });
    for (const email of made) await api.post(editorApiUrl.erasePerson(), { data: { email } });
  },
  addMessage: async ({ store, editor, address }, use) => {
    const { db } = store.database;
    await use(async ({ firstName = "Amina", lastName = "Odhiambo", state = "new", ...given } = {}) => {
      const subject = given.subject ?? `Question of ${editor.name}`;
      const message = given.message ?? "First line\nSecond line";
      const email = given.email ?? address("amina");
      const row = {
        subject,
        message,
        email,
        state,
        created_at: Date.now(),
        first_name: firstName,
        last_name: lastName,
      };
      await db.insertInto("contact_message").values(row).execute();
      return subject;
    });
  },
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
async function openAudience(page: Page, section?: string) {
  await page.goto(adminUrl.audience(section));
  await expect(page.getByRole("heading", { level: 1, name: "Audience" })).toBeVisible();
}

test("a state chosen while the search is still debounced is kept together with it", async ({ page }) => {
  await openAudience(page);
  await page.getByRole("searchbox").fill("nobody.of.that.name");
  await choose(page, page.getByRole("combobox", { name: "State" }), "Unsubscribed");
  await expect(page).toHaveURL(/query=nobody/);
  await expect(page).toHaveURL(/status=unsubscribed/);
  await expect(page.getByText("No subscribers match your search and filter.")).toBeVisible();
});

test("a message is read, answered, marked and deleted", async ({ page, addMessage, editor, address }) => {
  const subject = await addMessage({ subject: `Rates & "dates" ${editor.name}` });
  const spam = await addMessage({ subject: `Spam ${editor.name}`, state: "spam" });
  await openAudience(page, "messages");
  await expect(rowOf(page, spam)).toHaveCount(0);
  await expect(rowOf(page, subject)).toContainText("New");
  await button(page, subject).click();
  const dialog = page.getByRole("dialog", { name: subject });
  await expect(dialog).toContainText("First line\nSecond line");
  await expect(dialog.getByRole("link", { name: "Reply by mail" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${address("amina")}\\?subject=Re.*&body=.*First%20line`),
  );
  await expect(dialog.getByRole("definition").last()).toHaveText("Read");
  await page.keyboard.press("Escape");
  await expect(button(page, subject)).toBeFocused();
  await expect(rowOf(page, subject)).toContainText("Read");

  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Mark as done" }).click();
  await expect(toastOf(page, "Message marked as done")).toBeVisible();
  await choose(page, page.getByRole("combobox", { name: "State" }), "New");
  await expect(rowOf(page, subject)).toHaveCount(0);
  await choose(page, page.getByRole("combobox", { name: "State" }), "Done");
  await expect(rowOf(page, subject)).toContainText("Done");

  await button(page, `Delete ${subject}`).click();
  const question = page.getByRole("dialog", { name: "Delete this message?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Message deleted")).toBeVisible();
  await expect(rowOf(page, subject)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Messages" })).toBeFocused();
});

test("failures are shown, and can be retried", async ({ page, addMessage }) => {
  const subject = await addMessage();
  for (const [section, call, title, note] of [
    [undefined, "**/newsletter/subscribers/**", "Error fetching subscribers", "Could not fetch subscribers."],
    ["messages", "**/contact/**", "Error fetching messages", "Could not fetch messages."],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 403, json: {} }));
    await openAudience(page, section);
    await expect(toastOf(page, title)).toBeVisible();
    await expect(page.getByText(note)).toBeVisible();
    await page.unroute(call);
    await button(page, "Try again").click();
    await expect(page.getByText(note)).toHaveCount(0);
  }
  await page.route("**/contact/*/", (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, subject).click();
  await expect(toastOf(page, "Error marking message")).toContainText("Could not mark the message");
});
