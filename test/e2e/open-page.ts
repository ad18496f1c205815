import type { Page, Response } from "@playwright/test";

/**
 * Opens a page and waits until React has taken it over: before that a click on what the server has rendered would
 * reach nobody. React marks the elements it owns; nothing that a reader sees tells the two apart, and must not.
 */
export async function openPage(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path);
  await page.waitForFunction(() => {
    const main = document.getElementById("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
  });
  return response;
}
