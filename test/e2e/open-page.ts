import type { Page, Response } from "@playwright/test";

/** Opens a page and waits until React has hydrated it. */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await waitUntilHydrated(page);
  return response;
}

/**
 * Before that, nothing handles a click on what the server has rendered. React marks the elements it owns; nothing visible
 * tells the two apart, and nothing should.
 */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.getElementById("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
  });
}
