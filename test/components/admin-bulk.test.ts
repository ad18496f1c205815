import { editorApiUrl } from "#test/support/api-url.ts";
import { openAdmin, toastOf } from "./admin.ts";
import { stored } from "./article-form.ts";
import { holdCalls } from "./held-requests.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

test("a flag is switched in its row at once, and switched back if the server refuses", async ({
  page,
  api,
  writeArticle,
}) => {
  const { id } = await writeArticle({ title: "Flagged in place" });
  await openAdmin(page);
  const flag = page.getByRole("switch", { name: "Featured: Flagged in place" });
  await expect(flag).toHaveText("Regular");
  const release = await holdCalls(page, new RegExp(editorApiUrl.bulk()));
  await flag.click();
  await expect(flag).toHaveText("Featured");
  await expect(flag).toBeChecked();
  expect((await stored(api, id)).is_featured).toBe(false);
  release();
  await expect.poll(async () => (await stored(api, id)).is_featured).toBe(true);

  await page.route(new RegExp(editorApiUrl.bulk()), (route) =>
    route.fulfill({ status: 503, json: { detail: "Not now." } }),
  );
  await flag.click();
  await expect(toastOf(page, "Error updating article").getByText("Not now.")).toBeVisible();
  await expect(flag).toHaveText("Featured");
});
