import { expect, test } from "vitest";
import { clearest, topsOf } from "./toasts.tsx";

const box = (top: number, bottom: number, left = 0, right = 375) => ({ left, right, top, bottom });
const [bottom, top] = [box(700, 784, 16, 359), box(16, 100, 16, 359)];

test("takes the first place that covers nothing needed, else the one that covers least", () => {
  expect(clearest([bottom, top], [])).toBe(0);
  expect(clearest([bottom, top], [box(0, 96)])).toBe(0);
  expect(clearest([bottom, top], [box(740, 784, 200, 340)])).toBe(1);
  expect(clearest([bottom, top], [box(784, 812), box(600, 700)])).toBe(0);
  expect(clearest([bottom, top], [box(740, 784, 300, 340), box(0, 96)])).toBe(0);
  expect(clearest([bottom, top], [box(700, 784), box(0, 40)])).toBe(1);
});

test("could lie at either end of what can be seen, or right beside what is needed, as far as that can be seen", () => {
  const room = { own: 84, top: 0, bottom: 800 };
  expect(topsOf(room, [])).toEqual([700, 16]);
  expect(topsOf(room, [box(0, 96), box(720, 768)])).toEqual([700, 16, 104, 628]);
  expect(topsOf({ ...room, top: 100, bottom: 500 }, [box(0, 40), box(300, 340)]), "above a keyboard").toEqual([
    ...[400, 116, 208, 348],
  ]);
});
