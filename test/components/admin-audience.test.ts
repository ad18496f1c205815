import type { ContactMessage } from "#features/contact/endpoints.ts";
import { importTasks } from "#features/newsletter/audience/tasks.ts";
import { systemClock } from "#platform/clock.ts";
import { adminUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { runTasks } from "#test/support/tasks.ts";
import type { TestApp } from "#test/support/test-app.ts";
import { choose, openAdmin, ownComplaints, toastOf } from "./admin.ts";
import { holdCalls } from "./held-requests.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

type Fixtures = {
  /** An address made from a word. */
  address: (word: string) => string;
  /** Stores a message as the contact form does; returns its subject. */
  addMessage: (message?: Partial<ContactMessage>) => Promise<string>;
};

const test = base.extend<Fixtures>({
  address: async ({ editor }, use) => use((word) => `${word}.${editor.email}`),
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

/** Works on imported files, as the server does by itself. */
const importFiles = ({ store: { database } }: TestApp) =>
  runTasks(database, importTasks({ clock: systemClock }), undefined, systemClock);

/** The request for the progress of a task. */
const TASK = "**/api/tasks/*/";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sections = (page: Page) => page.getByRole("navigation", { name: "Audience sections" });
const places = (page: Page) => page.getByRole("navigation", { name: "Admin area" });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
async function openAudience(page: Page, section?: string) {
  await page.goto(adminUrl.audience(section));
  await expect(page.getByRole("heading", { level: 1, name: "Audience" })).toBeVisible();
}

test("switching between the audience and the dashboard loses nothing that is typed", async ({ page, complaints }) => {
  await openAdmin(page, "Author Profile");
  await expect(page.getByRole("tab")).toHaveCount(4);
  await page.getByRole("textbox", { name: "Bio" }).fill("Half a sentence");
  await places(page).getByRole("link", { name: "Audience" }).click();
  await expect(page).toHaveURL(/\/admin\/audience$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audience");
  await expect(page).toHaveTitle(/^Audience/);
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expect(sections(page).getByRole("link", { name: "Subscribers" })).toHaveAttribute("aria-current", "page");
  await button(page, "New subscriber").click();
  await page.getByRole("textbox", { name: "Email" }).fill("half.an.address");

  await sections(page).getByRole("link", { name: "Messages" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/audience\/messages$/);
  await expect(page.getByRole("heading", { level: 2, name: "Messages" })).toBeVisible();
  await choose(page.getByRole("combobox", { name: "State" }), "Done");
  await expect(page).toHaveURL(/messages\?state=done$/);
  await expect(page.getByRole("combobox", { name: "State" })).toHaveText("Done");

  await places(page).getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin\?tab=profile$/);
  await expect(page.getByRole("textbox", { name: "Bio" })).toHaveValue("Half a sentence");
  await places(page).getByRole("link", { name: "Audience" }).click();
  await expect(page).toHaveURL(/messages\?state=done$/);
  await sections(page).getByRole("link", { name: "Subscribers" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("half.an.address");
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "State" })).toHaveText("Done");
  expect(ownComplaints(complaints)).toEqual([]);
});

test("subscribers are added, found by address and state, and removed after a confirmation", async ({
  page,
  address,
}) => {
  const email = address("wanjiru");
  await openAudience(page);
  await button(page, "New subscriber").click();
  const field = page.getByRole("textbox", { name: "Email" });
  await expect(field).toBeFocused();
  await field.fill("no address");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Please enter a valid email address\./);
  await field.fill(email.toUpperCase());
  await field.press("Enter");
  await expect(toastOf(page, "Subscriber added")).toContainText(`${email} will get the welcome mail.`);
  await expect(rowOf(page, email)).toContainText("Active");
  await expect(button(page, "New subscriber")).toBeFocused();

  await button(page, "New subscriber").click();
  await field.fill(email);
  await field.press("Enter");
  await expect(toastOf(page, "Error adding subscriber")).toContainText("This address is already on the list.");
  await button(page, "Cancel").click();
  await page.getByRole("dialog", { name: "You have unsaved changes" }).getByRole("button", { name: "Leave" }).click();
  await expect(button(page, "New subscriber")).toBeFocused();

  await page.getByRole("searchbox").fill(email.slice(0, 20));
  await expect(page.getByText("1 subscriber", { exact: true })).toBeVisible();
  await choose(page.getByRole("combobox", { name: "State" }), "Unsubscribed");
  await expect(page.getByText("No subscribers match your search and filter.")).toBeVisible();
  await expect(page).toHaveURL(/status=unsubscribed/);
  await choose(page.getByRole("combobox", { name: "State" }), "Active");

  await button(page, `Remove ${email}`).click();
  const dialog = page.getByRole("dialog", { name: "Remove this subscriber?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(button(page, `Remove ${email}`)).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(toastOf(page, "Subscriber removed")).toBeVisible();
  await expect(page.getByText("No subscribers match your search and filter.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Subscribers" })).toBeFocused();
});

test("a large CSV is imported by the server alone, and its progress is shown", async ({ page, address, server }) => {
  const fresh = address("large");
  await openAudience(page);
  await button(page, "Import CSV").click();
  const csv = [fresh, ...Array.from({ length: 400 }, (_, number) => `${number} ${"nobody at all ".repeat(15)}`)].join(
    "\n",
  );
  await page.getByLabel("CSV file").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByText("Only list.csv is imported.")).toBeVisible();
  const endCheck = await holdCalls(page, TASK);
  await button(page, "Check").click();
  await expect(page.getByRole("region", { name: "Checking the file" })).toContainText("Reading the file...");
  await importFiles(server);
  endCheck();
  const outcome = page.getByRole("region", { name: "Import preview" });
  await expect(outcome.getByRole("definition")).toHaveText(["401", "1", "0", "0", "0", "400"]);
  await expect(page.getByText("The first 100 of 400 skipped rows:")).toBeVisible();
  const endImport = await holdCalls(page, TASK);
  await button(page, "Import 1 subscriber").click();
  await expect(page.getByRole("progressbar", { name: "Importing subscribers" })).toBeVisible();
  await importFiles(server);
  endImport();
  await expect(toastOf(page, "Subscribers imported")).toContainText("1 subscriber added.");
  await expect(rowOf(page, fresh)).toBeVisible();
});

test("unclear columns of a CSV are chosen before it can be imported, by keyboard too", async ({ page, address }) => {
  const [stays, leaves] = [address("stays"), address("leaves")];
  await openAudience(page);
  await button(page, "Import CSV").click();
  const csv = `email\tname\tstatus\r\n${stays}\tZoë\tplatinum\r\n${leaves}\tÖrsi\tzinc\r\n`;
  const file = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from(csv) };
  await page.getByLabel("CSV file").setInputFiles(file);
  await expect(page.getByText("Only list.txt is imported.")).toBeVisible();
  await button(page, "Check").click();
  const columns = page.getByRole("region", { name: "Columns of the file" });
  await expect(columns.getByRole("alert")).toContainText("2 answers are missing");
  await expect(button(page, "Import 1 subscriber")).toHaveCount(0);
  await button(page, "Check again").click();
  await expect(page.getByText("Complete the marked fields above first.")).toBeVisible();
  await choose(columns.getByRole("combobox", { name: "Meaning of zinc" }), "Not subscribed");
  await columns.getByRole("combobox", { name: "Meaning of platinum" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await button(page, "Check again").click();
  await button(page, "Import 1 subscriber").click();
  await expect(toastOf(page, "Subscribers imported")).toContainText("1 subscriber added.");
  await expect(rowOf(page, stays)).toContainText("Zoë");
  await expect(rowOf(page, leaves)).toHaveCount(0);
});

test("a CSV is previewed before it is imported, and the list is exported as one", async ({ page, address, api }) => {
  const [known, fresh, other] = [address("known"), address("fresh"), address("other")];
  await api.post(editorApiUrl.subscribers(), { data: { email: known } });
  await openAudience(page);
  await button(page, "Import CSV").click();
  await button(page, "Check").click();
  await expect(page.getByRole("alert")).toHaveText("Choose a file or paste addresses.");

  const csv = `email,name\n${known},K\n${fresh},F\n${fresh},F\nnobody at all,N\n`;
  await page.getByLabel("CSV file").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByText("Only list.csv is imported.")).toBeVisible();
  await button(page, "Check").click();
  const outcome = page.getByRole("region", { name: "Import preview" });
  await expect(outcome.getByRole("definition")).toHaveText(["4", "1", "1", "1", "0", "1"]);
  await expect(outcome.getByRole("row").last().getByRole("cell")).toHaveText([
    "5",
    "nobody at all",
    "Please enter a valid email address.",
  ]);
  await expect(button(page, `Remove ${fresh}`)).toHaveCount(0);
  await button(page, "Import 1 subscriber").click();
  await expect(toastOf(page, "Subscribers imported")).toContainText("1 subscriber added.");
  await expect(rowOf(page, fresh)).toBeVisible();

  await button(page, "Import CSV").click();
  await page.getByRole("textbox", { name: "Or paste addresses" }).fill(other);
  await button(page, "Check").click();
  await button(page, "Import 1 subscriber").click();
  await expect(rowOf(page, other)).toBeVisible();

  await page.getByRole("searchbox").fill(fresh);
  await expect(page.getByText("1 subscriber", { exact: true })).toBeVisible();
  const download = page.waitForDownload();
  await button(page, "Export CSV").click();
  const file = await download;
  expect(file.name).toBe("subscribers.csv");
  const lines = (await file.text()).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(fresh);
});

test("everything about a person is exported, and erased after a confirmation", async ({
  page,
  address,
  addMessage,
  api,
}) => {
  const email = address("person");
  await api.post(editorApiUrl.subscribers(), { data: { email } });
  const subject = await addMessage({ email });
  await openAudience(page);
  await button(page, `Personal data of ${email}`).click();
  const dialog = page.getByRole("dialog", { name: "Personal data" });
  const download = page.waitForDownload();
  await dialog.getByRole("button", { name: "Export everything" }).click();
  const data = JSON.parse(await (await download).text());
  expect(data).toMatchObject({ email, subscriber: { status: "active" }, messages: [{ subject }] });
  await expect(toastOf(page, "Personal data exported")).toBeVisible();

  await button(page, "Personal data").click();
  await dialog.getByRole("button", { name: "Erase everything" }).click();
  await expect(dialog.getByText("Email is required.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("button", { name: "Erase everything" }).click();
  const question = page.getByRole("dialog", { name: "Erase everything about this person?" });
  await expect(question).toContainText(email);
  await question.getByRole("button", { name: "Erase everything" }).click();
  await expect(toastOf(page, "Personal data erased")).toBeVisible();
  await expect(rowOf(page, email)).toHaveCount(0);
  const left = await (await api.post(editorApiUrl.exportPerson(), { data: { email } })).json();
  expect(left).toMatchObject({ subscriber: null, messages: [], mails: [] });
});

test("a state chosen while the search is still debounced is kept together with it", async ({ page }) => {
  await openAudience(page);
  await page.getByRole("searchbox").fill("nobody.of.that.name");
  await choose(page.getByRole("combobox", { name: "State" }), "Unsubscribed");
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
  await choose(page.getByRole("combobox", { name: "State" }), "New");
  await expect(rowOf(page, subject)).toHaveCount(0);
  await choose(page.getByRole("combobox", { name: "State" }), "Done");
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
