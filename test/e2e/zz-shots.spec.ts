import { adminUrl } from "#shared/urls.ts";
import { test } from "./colleague.ts";

test("shots", async ({ page, colleague }) => {
  for (const [w, h, name] of [[375, 812, "p"], [1280, 900, "d"]] as const)
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: w, height: h });
      await page.goto(adminUrl.settings());
      await page.getByRole("button", { name: "Change Periods" }).waitFor();
      await page.screenshot({ path: `/tmp/shots/priv-set-${name}-${scheme}.png`, fullPage: true });
      await page.getByRole("button", { name: "Change Periods" }).click();
      await page.screenshot({ path: `/tmp/shots/priv-setdlg-${name}-${scheme}.png` });
      await page.goto(adminUrl.people());
      await page.getByRole("button", { name: `Personal data of ${colleague.name}` }).click();
      await page.screenshot({ path: `/tmp/shots/priv-ppl-${name}-${scheme}.png` });
      await page.getByRole("button", { name: "Erase..." }).click();
      await page.screenshot({ path: `/tmp/shots/priv-erase-${name}-${scheme}.png` });
      await page.goto("/privacy-policy#kept");
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/shots/priv-page-${name}-${scheme}.png` });
    }
});
