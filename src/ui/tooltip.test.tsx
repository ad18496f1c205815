import { expect, test } from "vitest";
import { Tooltips } from "./tooltip.tsx";

test("a tooltip opens after 700 ms, and another one immediately within 300 ms after it has closed", () => {
  expect(Tooltips({ children: null }).props).toMatchObject({ delayDuration: 700, skipDelayDuration: 300 });
});
