import { expectNoViolations, overflowOf } from "./accessibility.ts";
import { ownComplaints } from "./admin.ts";
import { blockToolOf, clickInto, clickTool, emptyText, test, toolbarOf, toolOf } from "./rich-text.ts";
import { expect } from "./site.ts";

test.afterEach(({ complaints }) => {
  expect(ownComplaints(complaints)).toEqual([]);
});

test("tools of the selection and of a block never cover the text, and leave the toolbar as it is", async ({
  page,
  text,
}) => {
  await test.step("selected words get tools, by keys too", async () => {
    const tools = page.getByRole("toolbar", { name: "Content: tools of the selection" });
    await emptyText(text);
    await page.keyboard.type("First line\nSecond line");
    await expect(tools).toHaveCount(0);
    await page.keyboard.press("Shift+Home");
    await expect(tools).toBeVisible();
    const [bar, line] = [await tools.boundingBox(), await text.locator("p").nth(1).boundingBox()];
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(line?.y ?? 0);
    await page.keyboard.press("Alt+F10");
    await page.keyboard.press("Alt+F10");
    await expect(tools.getByRole("button", { name: "Bold" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(text.locator("strong")).toHaveText("Second line");
    await page.keyboard.press("Escape");
    await expect(text).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(tools).toHaveCount(0);
    await page.keyboard.press("Shift+ArrowRight");
    await expect(tools).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(tools).toHaveCount(0);
  });
  await test.step("the tools of a block are in a bar at it, reached by Alt+F10 too; the toolbar is one row that never changes", async () => {
    await emptyText(text);
    const boxOf = async () => ({
      ...(await toolbarOf(page).boundingBox()),
      count: await toolbarOf(page).getByRole("button").count(),
    });
    await page.keyboard.type("A line\n");
    const before = await boxOf();
    expect(before.height).toBeLessThan(50);
    await clickTool(page, "Callout");
    await expect(blockToolOf(page, "Note")).toHaveAttribute("aria-pressed", "true");
    expect(await boxOf()).toMatchObject({ height: before.height, count: before.count });
    await page.keyboard.press("Alt+F10");
    await page.keyboard.press("Alt+F10");
    await expect(blockToolOf(page, "Note")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect(text.locator("aside.callout-tip")).toHaveCount(1);
    const [line, bar] = [text.locator("p").first(), page.getByRole("toolbar", { name: "Content: tools of the block" })];
    const [above, tools] = [await line.boundingBox(), await bar.boundingBox()];
    expect(tools?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await expectNoViolations(page);
    await toolOf(page, "More tools").click();
    await expect(page.getByRole("menu", { name: "More tools" })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await text.focus();
    await page.setViewportSize({ width: 375, height: 800 });
    expect((await boxOf()).height).toBeLessThan(60);
    expect(await overflowOf(page)).toBe(0);
  });
});

test("a block has a + and a handle: dragged with a line where it lands, moved by keys, changed by its menu", async ({
  page,
  text,
  save,
}) => {
  await text.pressSequentially("## Head\nFirst\nLast");
  await text.locator("h2").hover();
  const handle = page.getByRole("button", { name: /^Block: drag to move/ });
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  const last = await text.locator("p", { hasText: "Last" }).boundingBox();
  const [x, y] = [(last?.x ?? 0) + 40, (last?.y ?? 0) + (last?.height ?? 0) - 2];
  await page.mouse.move(x, y - 4);
  await page.mouse.move(x, y);
  await expect(page.locator(".drop-cursor")).toBeVisible();
  await page.mouse.up();
  await expect(text.locator("p, h2")).toHaveText(["First", "Last", "Head", ""]);
  await clickInto(text, "h2", "heading");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(text.locator("p, h2")).toHaveText(["First", "Head", "Last", ""]);
  await page.keyboard.press("Control+/");
  await expect(page.getByRole("menu", { name: "Block" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Turn into quote" }).click();
  await expect(text.locator("blockquote")).toHaveText("Head");
  await text.locator("blockquote").hover();
  await page.getByRole("button", { name: "Add a block below" }).click();
  await expect(page.getByRole("listbox", { name: "Insert" })).toBeVisible();
  await page.keyboard.type("rule\n");
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(handle).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await save()).toBe("<p>First</p><blockquote><p>Head</p></blockquote><hr /><p>Last</p>");
});
