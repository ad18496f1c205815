import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const openPage = (page: Page, address: string) => page.goto(address);

const CALL = "**/api/newsletter/subscribe/";

test("the form's message is true: the address is subscribed afterwards, once", async ({ page, store }) => {
  const email = "once@jarida.example";
  await openPage(page, "/about");
  const footer = page.getByRole("contentinfo");
  for (const _time of [1, 2]) {
    const answered = page.waitForResponse(CALL);
    await footer.getByPlaceholder("Your email").fill(email);
    await footer.getByRole("button", { name: "Subscribe" }).click();
    expect((await answered).status()).toBe(200);
    await expect(footer.getByPlaceholder("Your email")).toHaveValue("");
  }
  const rows = await store.database.db.selectFrom("subscriber").select("status").where("email", "=", email).execute();
  expect(rows).toEqual([{ status: "active" }]);
});
