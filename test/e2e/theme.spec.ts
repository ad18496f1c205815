import type { Page } from "@playwright/test";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

const LIGHT = "rgb(250, 247, 242)";
const DARK = "rgb(20, 23, 31)";

const toggle = (page: Page, name: string) => page.getByRole("button", { name });
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** The colour that a browser uses for its own bars: that of the first meta element that applies. */
const barColour = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
        ({ media }) => !media || matchMedia(media).matches,
      )?.content,
  );

test("follows the system until the reader chooses; a choice holds on later pages, from the first paint on", async ({
  page,
  complaints,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openPage(page, "/about");
  await expect.poll(() => background(page)).toBe(DARK);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => background(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: "dark" });
  await toggle(page, "Theme: system. Switch to light").click();
  await expect.poll(() => background(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: "light" });
  await toggle(page, "Theme: light. Switch to dark").click();
  await expect.poll(() => background(page)).toBe(DARK);
  // The browser's own bars take the colour of the theme.
  await expect.poll(() => barColour(page)).toBe("#14171f");

  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await expect.poll(() => background(page)).toBe(DARK);
  await openPage(page, "/privacy-policy");
  await expect.poll(() => background(page)).toBe(DARK);
  await expect.poll(() => barColour(page)).toBe("#14171f");
  await toggle(page, "Theme: dark. Switch to system").click();
  await expect.poll(() => background(page)).toBe(LIGHT);
  await expect.poll(() => barColour(page)).toBe("#faf7f2");
  await toggle(page, "Theme: system. Switch to light").click();
  await toggle(page, "Theme: light. Switch to dark").click();
  // Applied by a separate script, so that it does not wait for React.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto("/about");
  await expect.poll(() => background(page)).toBe(DARK);
  expect(complaints.filter((line) => !/ERR_FAILED|dynamically imported module/.test(line))).toEqual([]);
});
