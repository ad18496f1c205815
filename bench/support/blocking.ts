import type { Browser, CDPSession } from "@playwright/test";
import { firstVisit } from "./browser.ts";

/** How much slower a phone's processor is than this one, as Lighthouse counts. */
const SLOWER = 4;
/** What a task may take before it delays a tap noticeably, in milliseconds (web.dev, "Long tasks"). */
const SHORT_MS = 50;
const PHONE = 412;
/** How long a page has nothing to load before it is complete, besides what Playwright waits. */
const QUIET_MS = 2_000;

/** An event of Chromium's trace; times in microseconds, `tdur` of the processor alone. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
};

/**
 * For how long a first visit's tasks would delay a tap on a phone, in milliseconds, from the navigation until the page is
 * complete: of each task, what its processor time, on a slower processor, is above 50 ms. Unlike Lighthouse's blocking time
 * it counts what comes before the first paint too, so that a page gains nothing by a late one; and not the time in which
 * other programs had the processor.
 */
export function blockingTime(browser: Browser, url: string): Promise<number> {
  return firstVisit(browser, PHONE, async (page) => {
    const session = await browser.newBrowserCDPSession();
    const events = await traced(session, async () => {
      await page.goto(url, { waitUntil: "networkidle" });
      await page.waitForTimeout(QUIET_MS);
    });
    await session.detach();
    const start = events.find(
      ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === page.url(),
    );
    if (!start) throw new Error(`The trace has no navigation to ${url}.`);
    const tasks = events.filter(
      ({ name, ph, pid, tid, ts }) =>
        name === "RunTask" && ph === "X" && pid === start.pid && tid === start.tid && ts >= start.ts,
    );
    if (tasks.length === 0) throw new Error(`The trace has no tasks of ${url}.`);
    return tasks.reduce((sum, { dur = 0, tdur = dur }) => sum + Math.max(0, (SLOWER * tdur) / 1_000 - SHORT_MS), 0);
  });
}

async function traced(session: CDPSession, run: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ["disabled-by-default-devtools.timeline", "blink.user_timing"];
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await run();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  return events;
}
