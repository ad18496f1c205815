import { pageUrl } from "#shared/urls.ts";
import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NUMBERS = /\/numbers\/$/;

test("the views in the list open the article's readers, by hour and day, as a table, and their sources", async ({
  page,
  server,
  publishArticle,
}) => {
  const id = await publishArticle({ title: "Read by two" });
  const read = (address: string, query: string) =>
    server.views.record({
      id,
      address,
      userAgent: BROWSER,
      ...(query === "end" ? { finished: true } : { from: query }),
    });
  read("192.0.2.1", "search.example");
  read("192.0.2.2", "");
  read("192.0.2.2", "end");
  await server.views.flush();
  await openAdmin(page);
  await page.getByRole("button", { name: "2 views: Read by two" }).click();
  const dialog = page.getByRole("dialog", { name: "Readers of “Read by two”" });
  await expect(dialog.getByText("50 %")).toBeVisible();
  const table = dialog.getByRole("table", { name: "Views by hour" });
  await dialog.getByText("As a table").click();
  await expect(table.locator("tbody tr").first()).toContainText("2");
  await dialog.getByLabel("By day").check();
  await expect(dialog.getByRole("table", { name: "Views by day" }).locator("tbody tr")).toHaveCount(30);
  const sources = dialog.getByRole("table", { name: "Where readers came from" });
  await expect(sources.locator("tbody th")).toHaveText(["search.example", "From this site, directly, or unknown"]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
});

test("numbers that cannot be loaded can be asked for again", async ({ page, server, publishArticle }) => {
  const id = await publishArticle({ title: "Read once" });
  server.views.record({ id, address: "192.0.2.1", userAgent: BROWSER });
  await server.views.flush();
  await page.route(NUMBERS, (route) => route.fulfill({ status: 503, json: { detail: "Unavailable." } }));
  await page.goto(pageUrl.admin());
  await page.getByRole("button", { name: "1 view: Read once" }).click();
  await expect(page.getByText("Could not load the numbers.")).toBeVisible();
  await page.unroute(NUMBERS);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Last 24 hours")).toBeVisible();
});
