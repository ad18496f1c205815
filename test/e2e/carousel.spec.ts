import type { Page } from "@playwright/test";
import { openPage } from "./open-page.ts";
import { expect, test } from "./site.ts";

test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: "no-preference" } });

const carousel = (page: Page) => page.getByRole("region", { name: "Featured articles" });
const slides = (page: Page) => carousel(page).locator("[aria-roledescription=slide]");
const control = (page: Page, name: string) => carousel(page).getByRole("button", { name });

/** The number of the slide that is shown: the only one that is not inert. */
const shown = (page: Page) =>
  slides(page).evaluateAll((all) => all.findIndex((slide) => !(slide as HTMLElement).inert) + 1);

/** Opens the home page with a fake clock, as soon as the carousel can move. */
async function openStill(page: Page): Promise<void> {
  await page.clock.install();
  await openPage(page, "/");
  await expect(control(page, "Next slide")).toBeEnabled();
  await leave(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

async function enter(page: Page): Promise<void> {
  const box = await carousel(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
}
const leave = (page: Page) => page.mouse.move(640, 5);

test("slides are 730 px wide, advance every 3000 ms, and stop under the pointer or by the pause control", async ({
  page,
}) => {
  await openStill(page);
  // A slide that moves has a width of 729.99998 px for a moment.
  expect((await slides(page).first().boundingBox())?.width).toBeCloseTo(730, 2);
  // Autoplay restarts at a time the test knows.
  await enter(page);
  await leave(page);
  const start = await shown(page);
  const count = await slides(page).count();
  const after = (steps: number) => ((start - 1 + steps) % count) + 1;
  await page.clock.runFor(2_900);
  expect(await shown(page)).toBe(start);
  await page.clock.runFor(200);
  await expect.poll(() => shown(page)).toBe(after(1));
  await page.clock.runFor(3_000);
  await expect.poll(() => shown(page)).toBe(after(2));

  await enter(page);
  await page.clock.runFor(10_000);
  expect(await shown(page)).toBe(after(2));
  await leave(page);
  await page.clock.runFor(3_100);
  await expect.poll(() => shown(page)).toBe(after(3));

  await control(page, "Pause the slides").click();
  await leave(page);
  const held = await shown(page);
  await page.clock.runFor(10_000);
  expect(await shown(page)).toBe(held);
  await control(page, "Play the slides").click();
  await leave(page);
  await expect(control(page, "Pause the slides")).toBeVisible();
  // Its button still has the focus: from a pointer, which does not pause.
  await expect(control(page, "Pause the slides")).toBeFocused();
  await page.clock.runFor(3_200);
  await expect.poll(() => shown(page)).not.toBe(held);
});

test("moves by its buttons and by the arrow keys, which move the focus between headlines, and stops for them", async ({
  page,
}) => {
  await openStill(page);
  await control(page, "Pause the slides").hover();
  const start = await shown(page);
  const count = await slides(page).count();
  const next = (start % count) + 1;
  await control(page, "Next slide").click();
  await expect.poll(() => shown(page)).toBe(next);
  await expect(carousel(page).getByText(`${next} / ${count}`)).toBeVisible();
  await control(page, "Previous slide").click();
  await expect.poll(() => shown(page)).toBe(start);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toBe(next);
  await leave(page);
  await page.clock.runFor(10_000);
  expect(await shown(page), "focus holds it").toBe(next);

  const headline = (number: number) =>
    slides(page)
      .nth(number - 1)
      .locator("h2 a");
  await headline(next).focus();
  for (const steps of [1, 2]) {
    await page.keyboard.press("ArrowRight");
    const further = ((next - 1 + steps) % count) + 1;
    await expect.poll(() => shown(page)).toBe(further);
    await expect(headline(further)).toBeFocused();
  }
});

/** How far the slide that is shown is from its place, in CSS pixels. */
const offsetOf = (page: Page) =>
  slides(page).evaluateAll((all) => {
    const slide = all.find((each) => !(each as HTMLElement).inert) as HTMLElement;
    const frame = slide.closest("section")?.querySelector(".overflow-hidden") as HTMLElement;
    return Math.abs(slide.getBoundingClientRect().left - frame.getBoundingClientRect().left);
  });

async function expectInPlace(page: Page): Promise<void> {
  await control(page, "Next slide").click();
  await page.clock.runFor(2_000);
  const before = await shown(page);
  for (const width of [1100, 1280, 1024, 1500, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.clock.runFor(1_000);
    await expect.poll(() => offsetOf(page), `${width} px`).toBeLessThan(0.5);
  }
  expect(await shown(page)).toBe(before);
}

test("resizing the window keeps the slide in place, and the carousel goes on", async ({ page }) => {
  await openStill(page);
  // Paused by the reader: at some widths the pointer is outside, so that its place would not stop the slides.
  await control(page, "Pause the slides").click();
  await expectInPlace(page);
  await control(page, "Play the slides").click();
  await expect(control(page, "Pause the slides")).toBeVisible();
  await leave(page);
  await page.setViewportSize({ width: 1100, height: 900 });
  let before = await shown(page);
  for (const move of ["first", "second", "third"]) {
    await page.clock.runFor(3_100);
    await expect.poll(() => shown(page), move).not.toBe(before);
    before = await shown(page);
  }
});

test("under reduced motion it does not move until it is played, and resizing the window keeps the slide in place", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openStill(page);
  await enter(page);
  await leave(page);
  await page.clock.runFor(10_000);
  expect(await shown(page)).toBe(1);
  await control(page, "Play the slides").hover();
  await expectInPlace(page);
  await control(page, "Play the slides").click();
  await page.clock.runFor(10);
  await expect(control(page, "Pause the slides")).toBeVisible();
});

test("is dragged to the next slide and back, in a ring, and opens nothing", async ({ page }) => {
  await openStill(page);
  await enter(page);
  const start = await shown(page);
  const count = await slides(page).count();
  const next = (start % count) + 1;
  const box = await carousel(page).boundingBox();
  const drag = async (pixels: number) => {
    const [x, y] = [(box?.x ?? 0) + 350, (box?.y ?? 0) + 200];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels / 2, y, { steps: 3 });
    await page.mouse.move(x + pixels, y, { steps: 3 });
    await page.mouse.up();
  };
  await drag(-200);
  await expect.poll(() => shown(page)).toBe(next);
  await expect.poll(() => offsetOf(page)).toBeLessThan(0.5);
  await drag(-20);
  expect(await shown(page), "a short drag returns").toBe(next);
  await drag(200);
  await expect.poll(() => shown(page)).toBe(start);
  for (let turn = 0; turn < start; turn += 1) await drag(200);
  await expect.poll(() => shown(page), "before the first comes the last").toBe(count);
  await expect.poll(() => offsetOf(page)).toBeLessThan(0.5);
  expect(new URL(page.url()).pathname).toBe("/");
});
