import { get, set } from "idb-keyval";
import { onTestFinished, test, vi } from "vitest";
import { expect } from "./expect.ts";
import { Network } from "./network.ts";
import { Page } from "./page.ts";
import { clearStorage } from "./storage.ts";
import { completeDom, isBehindDialog } from "./visible.ts";
import { turn } from "./wait.ts";

/** A page that shows this HTML and has no server. */
async function show(html: string) {
  completeDom();
  const network = new Network(async () => null);
  const page = new Page(network, (root) => {
    root.innerHTML = html;
    return () => {};
  });
  onTestFinished(() => page.close());
  await page.goto("/");
  return { page, network };
}

test("roles are found as assistive technology finds them, in a wide window", async () => {
  const { page } = await show(
    '<button>Shown</button><p aria-hidden="true"><button>Silent</button></p><button class="sm:hidden">On phones</button>',
  );
  await expect(page.getByRole("button")).toHaveText(["Shown"]);
  await expect(page.getByText("On phones")).toBeHidden();
});

test("an open modal dialog keeps presses and the focus from what is behind it, until it is closed", async () => {
  const { page } = await show("<button>Behind</button><dialog><button>In front</button></dialog>");
  const dialog = (await page.locator("dialog").element()) as HTMLDialogElement;
  const behind = () => {
    const buttons = [...document.querySelectorAll("button")];
    return buttons.filter(isBehindDialog).map(({ textContent }) => textContent);
  };
  const focusBehind = () => {
    document.querySelector("button")?.focus();
    return document.activeElement?.textContent;
  };
  dialog.showModal();
  expect(behind()).toEqual(["Behind"]);
  expect(focusBehind()).toBe("In front");
  dialog.close();
  expect(behind()).toEqual([]);
  expect(focusBehind()).toBe("Behind");
});

test("timers of a window that was closed do not run", async () => {
  await show("");
  const ran: string[] = [];
  vi.stubGlobal("window", undefined);
  setTimeout(() => ran.push("closed"));
  await turn();
  vi.unstubAllGlobals();
  setTimeout(() => ran.push("open"));
  await turn();
  expect(ran).toEqual(["open"]);
});

test("what a route's handler throws is kept to fail the test, as the page takes it for a lost connection", async () => {
  const { page, network } = await show("");
  await page.route("**/api/**", () => {
    throw new Error("Not what was expected.");
  });
  await expect(network.fetch("http://localhost/api/")).rejects.toThrow("Not what was expected.");
  expect(network.faults).toEqual([new Error("Not what was expected.")]);
});

test("what a page has stored is gone before the next test, also from databases", async () => {
  localStorage.setItem("kept", "here");
  await set("kept", "there");
  await clearStorage();
  expect([localStorage.getItem("kept"), await get("kept")]).toEqual([null, undefined]);
});
