import { adminUrl } from "#shared/urls.ts";
import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const neutral = { key: "edition", value: JSON.stringify({ is_neutral: true }), updated_at: 0 };

test("a new publication's list leads to each screen, loses what is done, and is dismissed for everyone", async ({
  page,
  api,
  store: { database },
}) => {
  const read = async () => (await api.get("/api/system/to-do/")).json();
  expect(await read(), "the demo edition needs nothing").toEqual({ items: [], is_dismissed: false });
  await database.db.insertInto("setting").values(neutral).execute();
  await openAdmin(page);
  const button = page.getByRole("button", { name: /^Still to do/ });
  const list = page.getByRole("dialog", { name: "Still to do" });
  await button.click();
  await expect(list.getByRole("link", { name: "Write a tagline" })).toHaveAttribute("href", adminUrl.publication());
  await expect(list.getByRole("link", { name: "Turn on nightly backups" })).toBeVisible();
  await api.put("/api/settings/backups/", { data: { nightly: true } });
  await list.getByRole("link", { name: "Set up a mail server" }).click();
  await expect(list).toHaveCount(0);
  await page.goBack();
  await button.click();
  await expect(list.getByRole("link", { name: "Write a tagline" })).toBeVisible();
  await expect(list.getByRole("link", { name: "Turn on nightly backups" })).toHaveCount(0);
  await list.getByRole("button", { name: "Dismiss for everyone" }).click();
  await expect(button).toHaveCount(0);
  expect(await read()).toEqual({ items: [], is_dismissed: true });
});
