import { adminUrl } from "#shared/urls.ts";
import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./site.ts";

test("a typed accent is seen on the real page in the preview, in both themes, and nowhere else", async ({
  page,
  writeArticle,
}) => {
  await writeArticle({ title: "In the accent" });
  await openAdmin(page);
  await page.goto(adminUrl.appearance());
  const accent = page.getByRole("textbox", { name: "Accent colour", exact: true });
  await accent.fill("#1d4ed8");
  const kicker = page.frameLocator("iframe").locator(".kicker").first();
  await expect(kicker).toHaveCSS("color", "rgb(29, 78, 216)");
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(kicker).toHaveCSS("color", /^rgb\(1\d\d, 1\d\d, 255\)$/);
  // The page around the frame keeps the saved accent.
  await expect(page.locator("html")).not.toHaveCSS("--color-accent", /1d4ed8/);
});
