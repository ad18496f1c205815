import { adminUrl } from "#shared/urls.ts";
import { expectNoViolations } from "./accessibility.ts";
import { test, toastOf } from "./admin.ts";
import { expect } from "./site.ts";

test("a page is written with a block, published, opened, and moved to another address", async ({ page }) => {
  test.slow();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(adminUrl.pages());
  await expect(page.getByRole("link", { name: "Privacy Policy", exact: true })).toBeVisible();
  await button("New page").click();
  await expect(page.getByRole("heading", { name: "New page" })).toBeVisible();
  await page.getByRole("textbox", { name: "Title*" }).fill("Code of ethics");
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("code-of-ethics");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.click();
  await page.keyboard.type("We check what we print.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/contact");
  await page.getByRole("option", { name: "Contact form" }).click();
  await expect(text.locator("aside.contact-form")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/pages\/\d+$/);
  await expectNoViolations(page);
  await button("Publish").click();
  await button("Publish now").click();
  await expect(toastOf(page, "Page published")).toBeVisible();
  await expect(page.getByRole("link", { name: "View page" })).toHaveAttribute("href", "/code-of-ethics");
  const room = page.url();

  await page.goto("/code-of-ethics");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Code of ethics");
  await expect(page.getByRole("main")).toContainText("We check what we print.");
  await expect(page.getByRole("main").getByRole("button", { name: "Send Message" })).toBeVisible();
  await expectNoViolations(page);

  await page.goto(room);
  await page.getByRole("textbox", { name: "Address" }).fill("ethics");
  await button("Update").click();
  await button("Update now").click();
  await expect(toastOf(page, "Page updated")).toBeVisible();
  await page.goto("/code-of-ethics");
  await expect(page).toHaveURL("/ethics");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Code of ethics");
});
