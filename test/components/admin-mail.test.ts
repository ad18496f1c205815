import { adminUrl } from "#shared/urls.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const STATE = {
  from: { name: "The News", email: "news@news.example" },
  server: "mail.provider.example:465",
  own_email: "chief@news.example",
  variables: { server: null, sender: false, any_host: false },
};
const SETTINGS = {
  host: "mail.provider.example",
  port: 465,
  security: "tls",
  user: "news",
  from_name: "",
  from_email: "",
  has_password: true,
  is_locked: false,
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
async function openMail(page: Page, outcome: object = OUTCOME, state: object = STATE) {
  const selectors: (string | null)[] = [];
  await page.route(/\/api\/mail\/$/, (route) => route.fulfill({ json: state }));
  await page.route(/\/api\/settings\/mail\/$/, (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: SETTINGS }) : route.fallback(),
  );
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

/** Answers changes of the settings, and returns their bodies. */
async function answerChanges(page: Page, answer: (body: Record<string, unknown>) => { status?: number; json: object }) {
  const bodies: Record<string, unknown>[] = [];
  await page.route(/\/api\/settings\/mail\/$/, (route) => {
    if (route.request().method() === "GET") return route.fallback();
    const body = route.request().postDataJSON() as Record<string, unknown>;
    bodies.push(body);
    return route.fulfill(answer(body));
  });
  return bodies;
}

test("without a mail server, the form sets one, and notices of other screens disappear", async ({ page }) => {
  const stored = { ...SETTINGS, host: "", port: 587, security: "starttls", user: "", has_password: false };
  let state: object = { ...STATE, server: null };
  await page.route(/\/api\/mail\/$/, (route) => route.fulfill({ json: state }));
  await page.route(/\/api\/settings\/mail\/$/, (route) => route.fulfill({ json: stored }));
  await page.goto(adminUrl.mail());
  await expect(page.getByText("No mail server is set")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test mail" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "SPF, DKIM and DMARC" })).toHaveCount(0);
  const bodies = await answerChanges(page, () => {
    state = STATE;
    return { json: { ...SETTINGS, port: 587, security: "starttls" } };
  });
  await page.getByRole("textbox", { name: "Host" }).fill("mail.provider.example");
  await page.getByRole("textbox", { name: "User" }).fill("news");
  await page.getByLabel("Password", { exact: true }).fill("secret words");
  await page.getByRole("button", { name: "Save mail settings" }).click();
  await expect(page.getByText("Mail settings saved")).toBeVisible();
  await expect(page.getByText(/^Mail is sent as/)).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  expect(bodies).toEqual([
    {
      host: "mail.provider.example",
      port: 587,
      security: "starttls",
      user: "news",
      smtp_password: "secret words",
      from_name: "",
      from_email: "",
    },
  ]);
});

test("saving asks for the account's password if the login is old, and keeps the stored one of the server", async ({
  page,
}) => {
  await openMail(page);
  const bodies = await answerChanges(page, ({ password }) =>
    password === "own words"
      ? { json: SETTINGS }
      : { status: 400, json: { code: "password_required", detail: "Please enter your password.", errors: {} } },
  );
  await expect(page.getByRole("textbox", { name: "Host" })).toHaveValue(SETTINGS.host);
  await page.getByRole("button", { name: "Save mail settings" }).click();
  await page.getByLabel("Current password", { exact: true }).fill("own words");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Mail settings saved")).toBeVisible();
  expect(bodies.map(({ password, smtp_password }) => [password, smtp_password])).toEqual([
    [undefined, undefined],
    ["own words", undefined],
  ]);
});

test("what is typed can be tested, to the own address, and a fault is shown at its field", async ({ page }) => {
  await openMail(page);
  const tests: unknown[] = [];
  await page.route(/\/api\/mail\/test\/$/, (route) => {
    tests.push(route.request().postDataJSON());
    return tests.length === 1
      ? route.fulfill({ json: OUTCOME })
      : route.fulfill({ status: 400, json: { detail: "No.", errors: { "settings.host": "Host must be a name." } } });
  });
  const host = page.getByRole("textbox", { name: "Host" });
  await host.fill("other.example");
  await page.getByRole("button", { name: "Test these settings" }).click();
  await expect(page.getByText("The mail server rejected the login.")).toBeVisible();
  expect(tests).toMatchObject([{ email: STATE.own_email, settings: { host: "other.example", port: 465 } }]);
  await page.getByRole("button", { name: "Test these settings" }).click();
  await expect(host).toHaveAccessibleDescription(/Host must be a name/);
});

test("says that the operator's variables are in use", async ({ page }) => {
  await openMail(page, OUTCOME, { ...STATE, variables: { server: "set", sender: true, any_host: false } });
  await expect(page.getByText(/The operator’s variable SMTP_URL is in use/)).toBeVisible();
  await expect(page.getByText(/The sender is the operator’s variable MAIL_FROM/)).toBeVisible();
});

test("a test mail goes to the own address, and its failure says what to do, with the server's reply", async ({
  page,
}) => {
  await openMail(page);
  await expect(page.getByRole("textbox", { name: "Send to" })).toHaveValue(STATE.own_email);
  await page.getByRole("button", { name: "Send test mail" }).click();
  await expect(page.getByText("The mail server rejected the login.")).toBeVisible();
  await expect(page.getByText("Check user and password.")).toBeVisible();
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
