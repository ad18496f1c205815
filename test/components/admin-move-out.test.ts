import { onTestFinished } from "vitest";
import { adminUrl } from "#shared/urls.ts";
import { toastOf } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("an export is started with what its format lacks, watched, downloaded by a form and deleted", async ({
  page,
  server,
}) => {
  const sent: Record<string, string>[] = [];
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (!form.hidden) return;
    event.preventDefault();
    const token = String(new FormData(form).get("token"));
    sent.push({ action: form.getAttribute("action") ?? "", method: form.method, token });
  };
  document.addEventListener("submit", onSubmit);
  onTestFinished(() => document.removeEventListener("submit", onSubmit));

  await page.goto(adminUrl.moveOut());
  await expect(page.getByText("No exports yet.")).toBeVisible();
  await page.getByRole("radio", { name: "Markdown" }).check();
  await expect(page.getByText("Blocks that Markdown lacks are HTML.", { exact: false })).toBeVisible();
  await page.getByRole("checkbox", { name: "Include subscribers" }).check();
  await page.getByRole("button", { name: "Start export" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Markdown with subscribers" });
  await expect(row.getByText("Preparing…")).toBeVisible();
  await expect(page.getByRole("button", { name: "Exporting..." })).toBeVisible();

  await server.runJob("export tasks");
  await page.getByRole("button", { name: "Download Markdown with subscribers" }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent).toMatchObject([{ action: "/api/exports/downloads/", method: "post" }]);
  await row.getByText("What it holds and lacks").click();
  await expect(row.getByText("articles: 6")).toBeVisible();

  await page.getByRole("button", { name: "Delete Markdown with subscribers" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(toastOf(page, "Export deleted")).toBeVisible();
  await expect(page.getByText("No exports yet.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Move out" })).toBeFocused();
});

test("a failed export says why, and a list that cannot be loaded is tried again", async ({ page, store }) => {
  const { database, clock } = store;
  const at = { started_at: clock.now(), finished_at: clock.now(), started_by: null };
  await database.db
    .insertInto("publication_export")
    .values({ ...at, format: "ghost", includes_subscribers: 0, state: "failed", file: "x", error: "The disk is full." })
    .execute();
  let isDown = true;
  await page.route(/\/api\/exports\//, (route) =>
    isDown ? route.fulfill({ status: 503, json: { detail: "Down." } }) : route.fallback(),
  );
  await page.goto(adminUrl.moveOut());
  await expect(page.getByText("Could not load the exports.")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The disk is full.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Ghost" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Download Ghost" })).toHaveCount(0);
});
