import { onTestFinished, vi } from "vitest";
import { forgetPerson, Locator, person, pressKeys } from "./locator.ts";
import type { Network, PageResponse, RoutedRequest } from "./network.ts";
import { turn } from "./wait.ts";

/** Mounts the page for the address in `location`; returns what removes it. */
export type Mount = (root: HTMLElement) => Promise<() => void> | (() => void);
const STEP_MS = 250;
type Accepts = string | RegExp | ((request: { url: () => string; method: () => string }) => boolean);

const realInterval = globalThis.setInterval;
const HURRY_MS = 5;

/** Lets time pass in steps, so that requests in between are responded to. */
async function advance(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(Math.min(STEP_MS, milliseconds - passed));
    await turn(0);
  }
}

/** One window: a page mounted in the DOM, its network and its clock, with the names that Playwright has for them. */
export class Page extends Locator {
  readonly network: Network;
  readonly #mount: Mount;
  #unmount: (() => void) | undefined;
  constructor(network: Network, mount: Mount) {
    super(() => [document.body], "page");
    this.network = network;
    this.#mount = mount;
  }

  url = (): string => location.href;
  async goto(address: string): Promise<void> {
    this.close();
    history.pushState(null, "", address);
    await this.#open();
  }
  async reload(): Promise<void> {
    window.dispatchEvent(new Event("pagehide"));
    this.close();
    await this.#open();
  }
  async #open(): Promise<void> {
    forgetPerson();
    document.title = "";
    const root = document.body.appendChild(document.createElement("div"));
    root.id = "root";
    this.#unmount = await this.#mount(root);
  }
  async goBack(): Promise<void> {
    history.back();
    await turn();
  }
  close(): void {
    this.#unmount?.();
    this.#unmount = undefined;
    document.getElementById("root")?.remove();
  }

  readonly keyboard = {
    press: (keys: string): Promise<void> => pressKeys(keys),
    type: (text: string): Promise<void> => person().keyboard(text.replace(/[[{]/g, "$&$&")),
  };
  /** A fake clock, which starts at the present time. */
  readonly clock = {
    install: async (): Promise<void> => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
    },
    /** Timers of the page run ten times as fast. */
    hurry: async (): Promise<void> => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
      const tick = realInterval(() => vi.advanceTimersByTime(HURRY_MS * 10), HURRY_MS);
      onTestFinished(() => clearInterval(tick));
    },
    /** From here on, time passes only by `runFor`. */
    pause: async (): Promise<void> => {
      vi.useFakeTimers();
    },
    runFor: advance,
    fastForward: advance,
  };
  /** Ends or restores the connection, and notifies the page of it. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.network.isOffline = isOffline;
    window.dispatchEvent(new Event(isOffline ? "offline" : "online"));
  }
  /** The same realm: functions run as they are. */
  override async evaluate<Argument, Result>(
    read: (argument: Argument) => Result,
    argument?: Argument,
  ): Promise<Awaited<Result>> {
    return await read(argument as Argument);
  }
  async route(...rule: Parameters<Network["route"]>): Promise<void> {
    this.network.route(...rule);
  }
  async unroute(pattern: Parameters<Network["route"]>[0]): Promise<void> {
    this.network.unroute(pattern);
  }
  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(size);
  }
  #once<Result>(
    accepts: Accepts,
    result: (request: RoutedRequest, response: PageResponse | null) => Result,
  ): Promise<Result> {
    const holds = (request: RoutedRequest) => {
      if (typeof accepts === "function") return accepts(request);
      return accepts instanceof RegExp
        ? accepts.test(request.url())
        : request.url().includes(accepts.replaceAll("*", ""));
    };
    return new Promise((resolve) => {
      const stop = this.network.listen((request, response) => {
        if (!holds(request)) return;
        stop();
        resolve(result(request, response));
      });
    });
  }
  /** The next file that the page saves. */
  waitForDownload(): Promise<{ name: string; text: () => Promise<string> }> {
    return new Promise((resolve) => {
      const making = vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
        making.mockRestore();
        vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementationOnce(function save(this: HTMLAnchorElement) {
          resolve({ name: this.download, text: () => (content as Blob).text() });
        });
        return "blob:the-download";
      });
    });
  }
  /** The next request that is responded to. */
  waitForRequest(accepts: Accepts): Promise<RoutedRequest> {
    return this.#once(accepts, (request) => request);
  }
  waitForResponse(accepts: Accepts): Promise<{ status: () => number }> {
    return this.#once(accepts, (_request, response) => ({ status: () => response?.status ?? 0 }));
  }
}
