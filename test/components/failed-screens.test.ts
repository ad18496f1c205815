import { createElement, type ReactNode, useState } from "react";
import { onTestFinished, vi } from "vitest";
import { SCREENS } from "#app/admin/screens.tsx";
import { adminUrl } from "#shared/urls.ts";
import { lazyComponent } from "#ui/admin/lazy-component.ts";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { openAdmin } from "./admin.ts";
import { test } from "./newsroom.ts";
import { expect } from "./page/expect.ts";
import type { Page } from "./page/page.ts";

const goTo = (page: Page, screen: string) =>
  page.getByRole("navigation", { name: "Admin area" }).getByRole("link", { name: screen }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const reportsOf = (page: Page) => page.network.requests.filter((request) => request.url().includes("client-errors"));

/** Shows something else as the screen of topics. */
function replaceTopics(shown: () => ReactNode): void {
  const replaced = vi.spyOn(SCREENS.topics, "render").mockImplementation(shown);
  onTestFinished(() => replaced.mockRestore());
}

function Failing(): never {
  throw new TypeError("The value is not what it was");
}

/** Fails at a press, with unsaved text if it `holdsText`. */
function FailingLater({ holdsText }: { holdsText: boolean }) {
  const [fails, setFails] = useState(false);
  useUnsaved(holdsText);
  return fails
    ? createElement(Failing)
    : createElement("button", { type: "button", onClick: () => setFails(true) }, "Fail");
}

test("a screen that fails is replaced by a message and reported, and the others go on working", async ({ page }) => {
  replaceTopics(() => createElement(Failing));
  await openAdmin(page);
  await goTo(page, "Topics");
  await expect(heading(page, "This screen failed")).toBeFocused();
  await expect(page.getByText("Your text is stored.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect.poll(() => reportsOf(page).length).toBe(1);
  const report = reportsOf(page)[0]?.postDataJSON();
  expect(report).toMatchObject({ message: "The value is not what it was", path: adminUrl.topics() });
  expect(report.stack).toContain("Failing");
  await goTo(page, "Dashboard");
  await expect(page.getByRole("table", { name: "Articles" })).toBeVisible();
  await expect(heading(page, "This screen failed")).toHaveCount(0);
});

for (const [holdsText, sentence] of [
  [false, "Your text is stored."],
  [true, "Text that was not saved yet may be lost."],
] as const)
  test(`a failed screen says: ${sentence}`, async ({ page }) => {
    replaceTopics(() => createElement(FailingLater, { holdsText }));
    await openAdmin(page);
    await goTo(page, "Topics");
    await page.getByRole("button", { name: "Fail" }).click();
    await expect(heading(page, "This screen failed")).toBeVisible();
    await expect(page.getByText(sentence)).toBeVisible();
  });

/** Opens topics, whose code is missing until `isThere`. The server's response to the check of its address. */
async function openMissing(page: Page, server: { status: number } | null) {
  const code = { isThere: false };
  const Screen = lazyComponent<object>(async () => {
    if (!code.isThere) throw new TypeError("Failed to fetch dynamically imported module");
    return () => "Topics are here.";
  });
  replaceTopics(() => createElement(Screen));
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  await openAdmin(page);
  await page.route(new RegExp(`${adminUrl.topics()}$`), (route) => (server ? route.fulfill(server) : route.abort()));
  await goTo(page, "Topics");
  return { code, reload };
}

test("a screen whose code belongs to another build is loaded as a document", async ({ page }) => {
  const { reload } = await openMissing(page, { status: 200 });
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(reportsOf(page)).toEqual([]);
});

test("without a server, a screen whose code is missing can be tried again", async ({ page }) => {
  const { code, reload } = await openMissing(page, null);
  await expect(heading(page, "Could not load this screen")).toBeFocused();
  await expect(page.getByText("Check your connection, then try again. Your text is stored.")).toBeVisible();
  code.isThere = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Topics are here.")).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});
