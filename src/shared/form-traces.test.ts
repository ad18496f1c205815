import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formTracesOf, MIN_FILL_MS } from "./form-traces.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // Node's own takes no form.
  vi.stubGlobal("FormData", function read(this: unknown, form: Map<string, string>) {
    return form;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The traces of a form that is sent when its page has been open for `open` milliseconds, and how long it was held. */
async function send(fields: Record<string, string>, open: number) {
  vi.advanceTimersByTime(open);
  const sent = formTracesOf(new Map(Object.entries(fields)) as unknown as HTMLFormElement);
  await vi.runAllTimersAsync();
  return { traces: await sent, held: performance.now() - open };
}

test("a person who takes their time is not held back", async () => {
  expect(await send({ website: "" }, 5_000)).toEqual({ traces: { website: "", elapsed: 5_000 }, held: 0 });
});

test("one who is faster, with an autofill helper, waits out the rest, and is not taken for a machine", async () => {
  const { traces, held } = await send({}, 200);
  expect(held).toBe(MIN_FILL_MS - 200);
  expect(traces).toEqual({ website: "", elapsed: MIN_FILL_MS });
});

test("what a machine wrote into the hidden field goes along", async () => {
  expect((await send({ website: "https://spam.example" }, 9_000)).traces?.website).toBe("https://spam.example");
});
