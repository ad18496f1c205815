import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { detailOf, listOf, test } from "./publishing.ts";
import { expect } from "./site.ts";

test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } });

const ID = 40;

test("without scripts the site is read", async ({ page, request }) => {
  test.slow();
  await test.step("a whole article can be read, without a button that does nothing", async () => {
    const article = await detailOf(request, ID);
    await page.goto(pageUrl.article(ID));
    const words = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/&[a-z]+;|&#\d+;/g, " ");
    const expected = words(article.content).match(/[A-Za-z]{5,}/g) ?? [];
    expect(expected.length).toBeGreaterThan(300);
    const shown = (await page.locator("#article-text").innerText()).match(/[A-Za-z]{5,}/g) ?? [];
    expect(shown).toEqual(expected);
    await expect(page.locator("#article-text").getByText("...", { exact: true })).toBeHidden();
    for (const name of ["Read More", "Copy link", "Search", "Pause the price ticker"])
      await expect(page.getByRole("button", { name, exact: true }).and(page.locator(":visible")), name).toHaveCount(
        name === "Search" ? await page.locator("main search button").count() : 0,
      );
    await page.getByRole("region", { name: "Related Articles" }).getByRole("link").last().click();
    await expect(page).not.toHaveURL(pageUrl.article(ID));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
  await page.unrouteAll();
  await test.step("on a phone the menu is collapsed and can be opened, the search is open; both work", async () => {
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Sections" });
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(menu).toBeVisible();
    await page.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).press("Enter");
    await menu.getByRole("link", { name: "Crypto" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Crypto");
    const box = page.getByRole("banner").getByPlaceholder("Search articles...");
    await expect(box).toBeVisible();
    await expect(page.locator("#site-search")).toHaveCSS("opacity", "1");
    await box.fill("wallet");
    await box.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText('Search Results for "wallet"');
    const found = await listOf(request, `${apiUrl.search("wallet")}&limit=20`);
    await expect(page.getByRole("region", { name: "Results" }).getByRole("article")).toHaveCount(found.length);
  });
  await page.unrouteAll();
  await test.step("featured stories, lists and prices are shown at every width", async () => {
    const [lead] = await listOf(request, apiUrl.featured());
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 2, name: lead?.title ?? "" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Latest Articles" }).getByRole("article").first()).toBeVisible();
      await expect(page.getByRole("region", { name: "Prices", exact: true }).getByRole("listitem")).toHaveCount(28);
      for (const name of ["Editor's choice", "Hot stories"]) {
        const list = page.getByRole("tabpanel").filter({ has: page.getByRole("heading", { level: 2, name }) });
        await expect(list.getByRole("listitem"), name).toHaveCount(5);
      }
    }
  });
});

test("without scripts the forms are sent", async ({ page, store }) => {
  test.slow();
  await test.step("the newsletter form is answered with a page, on success and on failure", async () => {
    const form = page.getByRole("contentinfo").getByRole("region", { name: "Newsletter" });
    await page.goto("/about");
    await form.getByPlaceholder("Your email").fill("plain@jarida.example");
    await form.getByRole("button").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Successfully subscribed!");
    const rows = await store.database.db
      .selectFrom("subscriber")
      .select("status")
      .where("email", "=", "plain@jarida.example")
      .execute();
    expect(rows).toEqual([{ status: "active" }]);
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
    const long = `${"r".repeat(250)}@jarida.example`;
    await form.getByPlaceholder("Your email").fill(long);
    await form.getByRole("button").click();
    await expect(page.getByText("Email must have at most 254 characters.")).toBeVisible();
    const again = page.getByRole("textbox", { name: "Email" });
    await expect(again).toHaveValue(long);
    await expect(again).toHaveAccessibleDescription("Email must have at most 254 characters.");
    await again.fill("plain@nowhere.example");
    await page.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Successfully subscribed!");
  });
  await page.unrouteAll();
  await test.step("the contact form is sent, and a prefilled subject is kept", async () => {
    await page.goto(pageUrl.contact());
    const main = page.getByRole("main");
    for (const [name, text] of [
      ["First name", "Otieno"],
      ["Last name", "Ouma"],
      ["Email", "otieno@jarida.example"],
      ["Subject", "A question"],
      ["Message", "Does this work without scripts?"],
    ] as const)
      await main.getByRole("textbox", { name, exact: true }).fill(text);
    await main.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message sent");
  });
  await page.unrouteAll();
  await test.step("a contact form that is rejected comes back with what was typed", async () => {
    const typed = {
      "First name": "Otieno",
      "Last name": 'Ouma "the <b>reader</b>"',
      Email: "otieno@jarida.example",
      Subject: "   ",
      Message: "First line.\n\nSecond line & more.",
    };
    await page.goto(pageUrl.contact());
    const field = (name: string) => page.getByRole("main").getByRole("textbox", { name, exact: true });
    for (const [name, text] of Object.entries(typed)) await field(name).fill(text);
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Send Message" }).click();
    expect((await answer).status()).toBe(400);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("That did not work");
    for (const [name, text] of Object.entries(typed)) await expect(field(name)).toHaveValue(text);
    await expect(field("Subject")).toHaveAccessibleDescription("Subject is required.");
    await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
    await field("Subject").fill("A question");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message sent");
  });
  await page.unrouteAll();
  await test.step("unsubscribing works by address and by the link in a mail", async () => {
    await page.goto("/unsubscribe");
    await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill("plain@jarida.example");
    await page.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unsubscribed");
    await page.goto(pageUrl.unsubscribe("1.not-a-token"));
    await expect(page.getByText("Processing your unsubscribe request...")).toBeHidden();
    // By selector: getByText does not find what is in a noscript element.
    await expect(page.locator("noscript p")).toContainText("Press the button to stop receiving our newsletter.");
    await page.getByRole("main").getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText("This unsubscribe link is not valid.")).toBeVisible();
  });
});
