import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefetchOnIntent } from "./prefetch.ts";

const ORIGIN = "https://news.example";
type Listener = (event: Event) => void;

/** As much of a browser as a pointer over links needs. */
class FakeElement {
  readonly link: object | null;
  constructor(link: object | null) {
    this.link = link;
  }
  closest() {
    return this.link;
  }
}
class FakePointerEvent {
  readonly target: unknown;
  readonly pointerType: string;
  constructor(target: unknown, pointerType = "mouse") {
    this.target = target;
    this.pointerType = pointerType;
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function linkTo(address: string, target = ""): FakeElement {
  const { origin, pathname, search } = new URL(address, ORIGIN);
  return new FakeElement({ origin, pathname, search, target });
}

/** A reader on the home page who begins by moving the pointer over `first`; the calls that were fetched ahead. */
function setUp(first: FakeElement = new FakeElement(null), hovered: FakeElement | null = null) {
  const listeners = new Map<string, Listener>();
  vi.stubGlobal("Element", FakeElement);
  vi.stubGlobal("PointerEvent", FakePointerEvent);
  vi.stubGlobal("location", { origin: ORIGIN, pathname: "/" });
  vi.stubGlobal("document", {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    querySelector: () => hovered,
  });
  const fetched: string[] = [];
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 60_000,
        queryFn: ({ queryKey }) => {
          fetched.push(String(queryKey[0]));
          return null;
        },
      },
    },
  });
  const site = { name: "Jarida", url: ORIGIN, title: "News", description: "What is new.", social: [] };
  const event = (over: FakeElement, pointerType?: string) =>
    new FakePointerEvent(over, pointerType) as unknown as Event;
  prefetchOnIntent(client, site, event(first));
  /** Waits for what rests, and for the page's module, which is loaded from disk. */
  const rest = async (time: number) => {
    await vi.advanceTimersByTimeAsync(time);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  };
  const over = (element: FakeElement, pointerType?: string) =>
    listeners.get("pointerover")?.(event(element, pointerType));
  const focus = (element: FakeElement) => listeners.get("focusin")?.({ target: element } as unknown as Event);
  return { fetched, over, focus, rest };
}

test("a page is fetched ahead once the pointer rests on its link, not as it passes over", async () => {
  const { fetched, over, rest } = setUp();
  over(linkTo("/search?query=gold"));
  await rest(79);
  over(new FakeElement(null));
  await rest(1_000);
  expect(fetched).toEqual([]);
  over(linkTo("/search?query=gold"));
  await rest(80);
  expect(fetched.join()).toContain("gold");
});

test("a finger need not rest, and the keyboard's focus counts as well", async () => {
  const { fetched, over, focus, rest } = setUp();
  over(linkTo("/search?query=gold"), "touch");
  await rest(0);
  expect(fetched.join()).toContain("gold");
  focus(linkTo("/search?query=silver"));
  await rest(80);
  expect(fetched.join()).toContain("silver");
});

test("a pointer that came to rest while this code was loading counts from then on", async () => {
  const { fetched, rest } = setUp(new FakeElement(null), linkTo("/search?query=gold"));
  await rest(80);
  expect(fetched.join()).toContain("gold");
});

test.each([
  ["of another site", linkTo("https://elsewhere.example/search?query=gold")],
  ["to this very page", linkTo("/?from=mail")],
  ["that opens a window of its own", linkTo("/search?query=gold", "_blank")],
  ["to what is no page of the site", linkTo("/no/such/page")],
  ["to a page that needs no script", linkTo("/newsletter/12")],
])("nothing is fetched ahead for a link %s", async (_what, link) => {
  const { fetched, over, rest } = setUp();
  over(link);
  await rest(1_000);
  expect(fetched).toEqual([]);
});

test("what is known already is not fetched again", async () => {
  const { fetched, over, rest } = setUp();
  for (let time = 0; time < 2; time += 1) {
    over(linkTo("/search?query=gold"));
    await rest(80);
    over(new FakeElement(null));
  }
  expect(fetched.some((url) => url.includes("gold"))).toBe(true);
  expect(fetched.length).toBe(new Set(fetched).size);
});
