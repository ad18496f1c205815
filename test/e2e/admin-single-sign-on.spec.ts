import { rmSync } from "node:fs";
import { pageUrl } from "#shared/urls.ts";
import { copyFirstEdition } from "../support/first-edition.ts";
import { heldPort } from "../support/free-port.ts";
import { CLIENT, type Person, startIdentityProvider } from "../support/identity-provider.ts";
import { startServer } from "../support/server-process.ts";
import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { logOut } from "./admin.ts";
import { expect, test } from "./site.ts";

test("users log in and out by the provider, and see why a login fails", async ({ page }) => {
  const dataDir = copyFirstEdition();
  const { port, release } = await heldPort("localhost");
  const env = {
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_NAME: "Example ID",
    OIDC_PROVISION: "on",
    OIDC_CLIENT_ID: CLIENT.clientId,
    OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    OIDC_ROLES: "newsroom=editor",
  };
  const site = await startServer({ dataDir, env });
  let person: Person = { sub: "b", email: "b@news.example", email_verified: true, groups: ["others"] };
  await release();
  const provider = await startIdentityProvider(site.url, () => person, { port });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(site.url + pageUrl.admin());
  const link = page.getByRole("link", { name: "Log in with Example ID" });
  await link.press("Enter");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/None of your groups/);
  await expect(page).toHaveURL(site.url + pageUrl.admin());
  await expectNoViolations(page);
  expect(await overflowOf(page)).toBe(0);

  await page.context().clearCookies();
  person = { ...person, sub: "c", email: "c@news.example", name: "Zawadi", groups: ["newsroom"] };
  await link.click();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(page).toHaveURL(site.url + pageUrl.admin());
  await logOut(page);
  await expect(page).toHaveURL(({ port: at, pathname }) => at === String(port) && pathname === "/session/end");

  provider.close();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
