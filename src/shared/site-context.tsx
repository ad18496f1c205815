import { createContext, Fragment, type ReactNode, startTransition, use, useEffect, useState } from "react";
import { type Direction, inLanguage } from "./language.ts";
import type { Message } from "./messages/english.ts";
import type { SiteInfo } from "./page.ts";
import { type Names, piecesIn, type Translate, textIn } from "./translate.ts";

const Site = createContext<SiteInfo | null>(null);
const Now = createContext(0);

/** How often relative times are updated, in milliseconds. */
const NOW_INTERVAL_MS = 30_000;

/** Delay in milliseconds for browsers without `requestIdleCallback`, and the longest wait in others. */
const IDLE_MS = 1_000;

/** Runs a task once the page has loaded and the browser is idle. Returns a function that cancels the wait for the load. */
export function afterLoad(run: () => void): () => void {
  const onLoad = () => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: IDLE_MS });
    else setTimeout(run, IDLE_MS);
  };
  if (document.readyState === "complete") onLoad();
  else addEventListener("load", onLoad, { once: true });
  return () => removeEventListener("load", onLoad);
}

/**
 * Provides the publication's facts and one "now" for all relative times of a page. The first paint uses the server's
 * `renderedAt` (epoch milliseconds), so that hydration finds the same words; then the clock runs.
 */
export function SiteProvider(props: { site: SiteInfo; renderedAt: number; children: ReactNode }) {
  const [now, setNow] = useState(props.renderedAt);
  useEffect(() => {
    // Not urgent: it must not interrupt the hydration of the page below.
    const tick = () => startTransition(() => setNow(Date.now()));
    // Its words may need the platform's formats, which are slow to start (dates.ts).
    const stop = afterLoad(tick);
    const timer = setInterval(tick, NOW_INTERVAL_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return (
    <Site value={props.site}>
      <Now value={now}>{props.children}</Now>
    </Site>
  );
}

export function useSite(): SiteInfo {
  const site = use(Site);
  if (!site) throw new Error("useSite is used outside of SiteProvider.");
  return site;
}

/** The newsroom's time zone; undefined, which is UTC, outside of a page of the site. */
export const useTimeZone = (): string | undefined => use(Site)?.timeZone;

/** The language of the interface; undefined, which is English, outside of a page of the site too. */
export const useLanguage = (): string | undefined => use(Site)?.language;

/**
 * The attributes of content by editors, without a language for that of the site. Its blocks declare only right-to-left
 * text, so in a right-to-left site all of it has one direction.
 */
export function useContentLanguage(html: string, language = ""): { lang?: string; dir?: Direction | "auto" } {
  const site = useLanguage();
  if (language) return inLanguage(language);
  return inLanguage(site).dir === "rtl" ? inLanguage("", site, html) : {};
}

/** The messages in the page's language: `const t = useText()`, then `t("Try again")` or `t("About {name}", { name })`. */
export const useText = (): Translate => textIn(useLanguage());

/** A message with elements in the place of its names: `<Text of="By {name}" name={<b>Asha</b>} />`. */
export function Text<const Of extends Message>({ of, ...parts }: { of: Of } & Record<Names<Of>, ReactNode>) {
  const shown: Record<string, ReactNode> = parts;
  return piecesIn(useLanguage(), of).map((piece) =>
    typeof piece === "string" ? piece : <Fragment key={piece.name}>{shown[piece.name]}</Fragment>,
  );
}

/** Whether a slot without an advertisement is left out; false outside of a page of the site. */
export function useHidesEmptySlot(isLast: boolean): boolean {
  const site = use(Site);
  return site?.hidesEmptySlots === true || (site?.hasOneEmptySlot === true && !isLast);
}

/** The current time in epoch milliseconds, the same for the whole page. */
export function useNow(): number {
  return use(Now);
}
