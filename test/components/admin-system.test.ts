import { adminUrl } from "#shared/urls.ts";
import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("jobs are listed with their last run, and one that failed is shown first with its reason", async ({
  page,
  store: { database, clock },
}) => {
  const row = { ran_at: clock.now(), took_ms: 12 };
  await database.db
    .insertInto("job_run")
    .values([
      { ...row, name: "retention", failed_at: row.ran_at, error: "The disk is full." },
      { ...row, name: "old mail", failed_at: null, error: "" },
    ])
    .execute();
  await openAdmin(page);
  await page.goto(adminUrl.system());
  await expect(page.getByText("1 failed in the last run", { exact: false })).toBeVisible();
  const jobs = page.getByRole("region", { name: "Jobs" }).getByRole("listitem");
  await expect(jobs.first()).toContainText("Delete personal data after its retention period");
  await expect(jobs.first()).toContainText("Failed: The disk is full.");
  await expect(jobs.filter({ hasText: "Delete old mail" })).toContainText("12 ms; every 10 minutes");
  await expect(jobs.filter({ hasText: "Empty" })).toHaveCount(0);
});
