import { adminUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const STATE = {
  from: { name: "The News", email: "news@news.example" },
  server: "mail.provider.example:465",
  own_email: "chief@news.example",
};
const OUTCOME = {
  state: "failed",
  failed_at: "login",
  reply: "535 5.7.8 Bad credentials",
  server: STATE.server,
  email: STATE.own_email,
  message_id: "<1@news.example>",
};
const RECORDS = {
  spf: { state: "found", name: "news.example", text: "v=spf1 -all" },
  dmarc: { state: "timeout", name: "_dmarc.news.example", text: "" },
  dkim: null,
};
const SOURCE = `Authentication-Results: mx.receiver.example; spf=pass smtp.mailfrom=news.example;
 dkim=fail header.d=news.example header.s=s1; dmarc=pass header.from=news.example
DKIM-Signature: v=1; d=news.example; s=s1
Message-ID: ${OUTCOME.message_id}
From: The News <news@news.example>

The text of the mail.`;

/** A site with a mail server; returns the selectors that were looked up. */
async function openMail(page: Page, outcome: object = OUTCOME) {
  const selectors: (string | null)[] = [];
  await page.route(/\/api\/mail\/$/, (route) => route.fulfill({ json: STATE }));
  await page.route(/\/api\/mail\/test\/$/, (route) => route.fulfill({ json: outcome }));
  await page.route(/\/api\/mail\/records\//, (route) => {
    const selector = new URL(route.request().url()).searchParams.get("selector");
    selectors.push(selector);
    const dkim = selector && { state: "missing", name: `${selector}._domainkey.news.example`, text: "" };
    return route.fulfill({ json: { ...RECORDS, dkim } });
  });
  await page.goto(adminUrl.mail());
  return selectors;
}

test("without a mail server, the screen says how to set one and checks nothing", async ({ page }) => {
  await page.goto(adminUrl.mail());
  await expect(page.getByText("No mail server is set")).toBeVisible();
  await expect(page.getByText("SMTP_URL=smtps://")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test mail" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "SPF, DKIM and DMARC" })).toHaveCount(0);
});

test("a test mail goes to the own address, and its failure says what to do, with the server's reply", async ({
  page,
}) => {
  await openMail(page);
  await expect(page.getByRole("textbox", { name: "Send to" })).toHaveValue(STATE.own_email);
  await page.getByRole("button", { name: "Send test mail" }).click();
  await expect(page.getByText("The mail server rejected the login.")).toBeVisible();
  await expect(page.getByText("Check user and password in SMTP_URL.")).toBeVisible();
  await expect(page.getByText(OUTCOME.reply)).toBeVisible();
  await expect(page.getByText(OUTCOME.message_id)).toBeVisible();
});

test("the source of the received mail shows each verdict next to its record, and names the selector", async ({
  page,
}) => {
  const selectors = await openMail(page, { ...OUTCOME, state: "accepted", failed_at: null, reply: "250 OK" });
  await page.getByRole("button", { name: "Send test mail" }).click();
  await expect(page.getByText("mail.provider.example:465 accepted the mail to chief@news.example.")).toBeVisible();
  await page.getByRole("textbox", { name: "Paste the source" }).fill(SOURCE);
  await expect(page.getByText("It is the test mail that you just sent.")).toBeVisible();
  await expect(page.getByText("The receiver confirmed that the mail is from news.example.")).toBeVisible();
  const rows = page.getByRole("listitem").filter({ hasText: "Received mail" });
  await expect(rows.nth(0)).toContainText("Record found");
  await expect(rows.nth(0)).toContainText("Passed");
  await expect(rows.nth(1)).toContainText("Compare the key at s1._domainkey.news.example");
  await expect(rows.nth(1)).toContainText("Either the selector is another one");
  await expect(rows.nth(2)).toContainText("The name servers did not answer in time.");
  await expect(page.getByRole("textbox", { name: "DKIM selector" })).toHaveValue("s1");
  expect(selectors).toEqual([null, "s1"]);
  await expect(page.getByRole("textbox", { name: "Paste the source" })).not.toHaveValue(/The text of the mail/);
});

test("results without DMARC say that the mail may go to spam, and the selector is the one that the receiver names", async ({
  page,
}) => {
  const selectors = await openMail(page);
  const source = `Authentication-Results: mx.receiver.example; dkim=fail header.d=news.example header.s=k2; dmarc=fail
From: news@news.example

Text`;
  await page.getByRole("textbox", { name: "Paste the source" }).fill(source);
  await expect(page.getByText(/^The receiver could not confirm that the mail is from news\.example/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "DKIM selector" })).toHaveValue("k2");
  expect(selectors).toEqual([null, "k2"]);
});

test("a wrong selector is reported at its field, and the other records stay", async ({ page }) => {
  await openMail(page);
  const field = page.getByRole("textbox", { name: "DKIM selector" });
  await field.fill("a b");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/A selector has letters, digits, hyphens and dots/);
  await expect(page.getByText("v=spf1 -all")).toBeVisible();
});
