import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("the static pages, an unknown address and the footer have their content", async ({ page }) => {
  test.slow();
  await test.step("About has the mission, the six subjects covered, the team and why", async () => {
    await openPage(page, "/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const name of ["Our mission", "What we cover", "Our team", "Why Jarida"]) {
      const part = page.getByRole("region", { name });
      await expect(part.getByRole("heading", { level: 2 })).toBeVisible();
      expect((await part.innerText()).length, name).toBeGreaterThan(100);
    }
    const coverage = page.getByRole("region", { name: "What we cover" }).getByRole("link");
    await expect(coverage).toHaveText(["Blockchain", "Crypto", "NFTs", "AI", "Tech", "Markets"]);
    await page.evaluate(() => document.body.setAttribute("data-same-document", ""));
    await coverage.nth(2).click();
    await expect(page).toHaveURL("/category/nfts");
    await expect(page.locator("[data-same-document]"), "without loading a page").toHaveCount(1);
  });
  await page.unrouteAll();
  await test.step("Contact has the form's five fields, the mail address, the office and the business hours", async () => {
    await openPage(page, "/contact");
    const form = page.getByRole("main").locator("form");
    for (const [label, name] of [
      ["First name", "firstName"],
      ["Last name", "lastName"],
      ["Email", "email"],
      ["Subject", "subject"],
      ["Message", "message"],
    ] as const) {
      const field = form.getByRole("textbox", { name: label, exact: true });
      await expect(field).toHaveAttribute("name", name);
      await expect(field).toHaveAttribute("required", "");
    }
    await expect(form.getByRole("button", { name: "Send Message" })).toBeEnabled();
    const mail = page.getByRole("main").getByRole("link", { name: /@/ });
    await expect(mail).toHaveAttribute("href", `mailto:${await mail.innerText()}`);
    const details = page.getByRole("complementary", { name: "Other ways to reach us" });
    await expect(details).toContainText("Nairobi, Kenya");
    await expect(details.getByRole("term")).toHaveText(["Mon-Fri", "Sat", "Sun"]);
    await expect(details.getByRole("definition")).toHaveText([
      "9:00 AM-6:00 PM PST",
      "10:00 AM-4:00 PM PST",
      /^closed$/i,
    ]);
  });
  await page.unrouteAll();
  await test.step("Advertise has the stats, the three packages with their prices, reasons, and a way to the ad team", async () => {
    await openPage(page, "/advertise");
    const main = page.getByRole("main");
    for (const [label, figure] of [
      ["Monthly readers", "15K+"],
      ["Page views", "100K+"],
      ["Newsletter subscribers", "25K+"],
    ] as const) {
      const stat = main.locator("dl > div").filter({ hasText: label });
      await expect(stat.getByRole("definition")).toHaveText(figure);
    }
    const packages = main.getByRole("region", { name: "Packages" });
    for (const [name, price] of [
      ["Banner", "$500/month"],
      ["Sponsored content", "$650/article"],
      ["Newsletter sponsorship", "$600/edition"],
    ] as const) {
      const offer = packages.locator("li").filter({ has: page.getByRole("heading", { name, exact: true }) });
      await expect(offer).toContainText(price);
      expect(await offer.getByRole("listitem").count(), "features").toBeGreaterThan(1);
    }
    await expect(
      main.getByRole("region", { name: "Why advertise with Jarida" }).getByRole("heading", { level: 3 }),
    ).not.toHaveCount(0);
    await main.getByRole("link", { name: "Contact Our Ad Team" }).click();
    await expect(page).toHaveURL(/^[^?]*\/contact/);
    await expect(page.getByRole("textbox", { name: "Subject" })).toHaveValue(/advertising/i);
  });
  await page.unrouteAll();
  await test.step("Privacy Policy has its eleven sections, each linked from its list, and today's date", async () => {
    const form = { timeZone: "UTC", year: "numeric", month: "long", day: "numeric" } as const;
    const today = () => `Last updated: ${new Date().toLocaleDateString("en-US", form)}`;
    const before = today();
    await openPage(page, "/privacy-policy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    // Midnight may have come meanwhile.
    expect([before, today()]).toContain(await page.getByText("Last updated: ").textContent());
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      /information we collect/i,
      /use/i,
      /sharing/i,
      /how long/i,
      /cookies/i,
      /security/i,
      /rights/i,
      /third-party links/i,
      /children under 13/i,
      /changes/i,
      /contact/i,
    ]);
    for (const link of await page.getByRole("navigation", { name: "On this page" }).getByRole("link").all()) {
      const target = page.locator((await link.getAttribute("href")) ?? "");
      await expect(target).toHaveText(await link.innerText());
    }
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: "Children under 13" })
      .click();
    await expect(page.getByRole("heading", { name: "Children under 13" })).toBeInViewport();
  });
  await page.unrouteAll();
  await test.step("an unknown address is a 404 with a link home", async () => {
    for (const path of ["/no/such/page", "/articles", "/category", "/article", "/about/us"]) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
    }
    await openPage(page, "/no/such/page");
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });
  await page.unrouteAll();
  await test.step("the footer has the blurb, quick links, fixed categories, the year and inert social labels", async () => {
    await openPage(page, "/about");
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText(
      "Cutting-edge insights on cryptocurrency, blockchain technology, and digital innovation.",
    );
    const targets = (name: string) =>
      footer
        .getByRole("navigation", { name })
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]));
    await expect(footer.getByRole("heading", { name: "Quick Links" })).toBeVisible();
    expect(await targets("Quick Links")).toEqual([
      ["Home", "/"],
      ["About", "/about"],
      ["Contact", "/contact"],
      ["Advertise", "/advertise"],
      ["Privacy Policy", "/privacy-policy"],
    ]);
    await expect(footer.getByRole("heading", { name: "Categories" })).toBeVisible();
    expect(await targets("Categories")).toEqual(
      ["Blockchain", "Crypto", "NFTs", "AI", "Tech", "Markets"].map((name) => [
        name,
        `/category/${name.toLowerCase()}`,
      ]),
    );
    await expect(footer.getByText(new RegExp(`© ${new Date().getUTCFullYear()} Jarida`))).toBeVisible();
    const social = footer.getByRole("list", { name: "Social media" });
    await expect(social.getByRole("listitem")).toHaveText(["Twitter", "Facebook", "LinkedIn", "Instagram"]);
    await expect(social.getByRole("link")).toHaveCount(0);
  });
});
