import { rmSync } from "node:fs";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { copyFirstEdition } from "../support/first-edition.ts";
import { readMail } from "../support/mails.ts";
import { startServer } from "../support/server-process.ts";
import { type SmtpSink, startSmtpSink } from "../support/smtp-sink.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { test as base } from "./admin.ts";
import { expect } from "./site.ts";

const NEW = "marmalade over the old bridge";

/** A site whose mail goes to a server. */
const test = base.extend<object, { sink: SmtpSink }>({
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const sink = await startSmtpSink();
      await use(sink);
      await sink.stop();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ sink, databaseEnv }, use) => {
      const dataDir = copyFirstEdition();
      const server = await startServer({ dataDir, env: { ...databaseEnv, SMTP_URL: sink.url } });
      await use(server);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});
test.use({ isLoggedIn: false });

test("who has forgotten the password sets a new one by a link from a mail, once", async ({ page, editor, sink }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(pageUrl.admin());
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(adminUrl.forgot());
  await expect(page).toHaveTitle(/^Forgot password \| /);
  const email = page.getByLabel("Email", { exact: true });
  await expect(email).toBeFocused();
  await page.keyboard.type("no address");
  await page.keyboard.press("Enter");
  await expect(email).toHaveAccessibleDescription(/email/i);
  expect(await overflowOf(page)).toBe(0);
  await expectNoViolations(page);
  await email.fill(editor.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("a link to set a new password is on its way")).toBeVisible();

  await expect.poll(() => sink.mails.length).toBe(1);
  const { text = "" } = await readMail(sink.mails[0]?.raw ?? new Uint8Array());
  const link = /^https?:\S+reset\S+$/m.exec(text)?.[0] ?? "";
  await page.goto(link);
  await expect(page, "the token leaves the address").toHaveURL(adminUrl.reset());
  await page.reload();
  const password = page.getByLabel("New password", { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("autocomplete", "new-password");
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription(/must have at least 12 characters/);
  await expectNoViolations(page);
  await password.fill(NEW);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password has been changed, and")).toBeVisible();

  await page.goto(link);
  await password.fill(NEW);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This link has expired. It works once")).toBeVisible();
  await expectNoViolations(page);
  await expect(page.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", adminUrl.forgot());

  await page.goto(pageUrl.admin());
  await page.getByLabel("Email", { exact: true }).fill(editor.email);
  await page.getByLabel("Password", { exact: true }).fill(NEW);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
});
