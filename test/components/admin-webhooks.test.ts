import type { RemoteResponse } from "#platform/remote-fetch.ts";
import { adminUrl } from "#shared/urls.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { startReceivers } from "#test/support/webhooks.ts";
import { toastOf } from "./admin.ts";
import { test as base } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const ADDRESS = "https://receiver.example/hook";
const answer: { current: RemoteResponse } = { current: { status: 204, text: "" } };

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its pattern.
  server: async ({}, use: (server: Awaited<ReturnType<typeof startTestApp>>) => Promise<void>) => {
    const receivers = startReceivers();
    receivers.answers.set(ADDRESS, () => answer.current);
    await use(await startTestApp(await openSqliteForTest(), { postRemote: receivers.postRemote }));
  },
});

test("a webhook is added with a secret that is shown once, changed, rotated and deleted", async ({ page, api }) => {
  await page.goto(adminUrl.webhooks());
  await expect(page.getByText("No webhooks yet. Add one to notify another program of what happens.")).toBeVisible();
  await page.getByRole("button", { name: "New webhook", exact: true }).click();
  await page.getByLabel("Address", { exact: true }).fill("http://10.0.0.1/");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Its address is on a private network.").first()).toBeVisible();
  await page.getByLabel("Address", { exact: true }).fill(ADDRESS);
  await page.getByRole("checkbox", { name: "issue.sent" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveCount(0);
  expect(await (await api.get("/api/webhooks/")).json()).toMatchObject([
    {
      url: ADDRESS,
      events: ["article.published", "article.updated", "article.removed", "issue.sent"],
      is_active: true,
    },
  ]);
  await page.getByRole("button", { name: `Edit ${ADDRESS}` }).click();
  await page.getByRole("switch", { name: "Send requests" }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastOf(page, "Webhook changed")).toBeVisible();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `New secret for ${ADDRESS}` }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: `Delete ${ADDRESS}` }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(toastOf(page, "Webhook deleted")).toBeVisible();
  expect(await (await api.get("/api/webhooks/")).json()).toEqual([]);
});

test("a test is sent, and its delivery shows body and response, and is sent again", async ({ page, api, server }) => {
  const data = { url: ADDRESS, events: ["article.published"] };
  const { id } = await (await api.post("/api/webhooks/", { data })).json();
  answer.current = { status: 500, text: "out of order" };
  await page.goto(adminUrl.webhooks());
  await page.getByRole("button", { name: `Send a test to ${ADDRESS}` }).click();
  await expect(toastOf(page, "Test is being sent")).toBeVisible();
  await expect(page.getByRole("heading", { name: `Deliveries to ${ADDRESS}` })).toBeFocused();
  await expect(page.getByText("Waiting", { exact: true })).toBeVisible();
  await api.put(`/api/webhooks/${id}/`, { data: { is_active: false } });
  await expect(page.getByText("Not sent: the webhook was switched off.")).toBeVisible();
  await page.getByRole("button", { name: /^Details of webhook.test/ }).click();
  await expect(page.getByRole("region", { name: "Body" }).getByText('"event": "webhook.test"')).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(toastOf(page, "It is being sent again")).toBeVisible();
  await server.deliverWebhooks();
  await expect(page.getByText("Its host responded with 500.").first()).toBeVisible();
  await page.getByRole("button", { name: /^Details of webhook.test/ }).click();
  await expect(page.getByRole("region", { name: "Response" }).getByText("out of order")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
});

test("what cannot be fetched is said, and can be tried again", async ({ page }) => {
  let isFailing = true;
  await page.route(/\/api\/webhooks\/(\?|$)/, (route) =>
    isFailing
      ? route.fulfill({ status: 503, json: { code: "unavailable", detail: "Unavailable." } })
      : route.fallback(),
  );
  await page.goto(adminUrl.webhooks());
  await expect(page.getByText("Could not fetch webhooks.")).toBeVisible();
  isFailing = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No webhooks yet. Add one to notify another program of what happens.")).toBeVisible();
});
