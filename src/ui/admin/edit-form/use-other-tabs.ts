import { useEffect, useEffectEvent, useRef, useState } from "react";

/** What the tabs of a browser that have the same row open tell each other. */
type Message = { from: string; is: "open" | "here" | "gone" | "stored" };

/** How long after another tab has stored something it is read, in milliseconds: what is typed now is noticed first. */
const READ_DELAY_MS = 500;

/**
 * Knows the other tabs of this browser that have a row open, by its `name`; none for null. `onStored`: another tab has
 * stored something. Returns whether there are any, and how to announce that this tab has stored something.
 */
export function useOtherTabs(name: string | null, onStored: () => void) {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const channel = useRef<BroadcastChannel>(null);
  const [self] = useState(() => Math.random().toString(36).slice(2));
  const stored = useEffectEvent(onStored);
  useEffect(() => {
    if (name === null) return;
    const opened = new BroadcastChannel(`jarida-form:${name}`);
    channel.current = opened;
    let timer: number | undefined;
    const tell = (is: Message["is"]) => opened.postMessage({ from: self, is } satisfies Message);
    opened.onmessage = ({ data: { from, is } }: MessageEvent<Message>) => {
      setOthers((now) => new Set([...now, from].filter((one) => one !== from || is !== "gone")));
      if (is === "open") tell("here");
      if (is !== "stored") return;
      window.clearTimeout(timer);
      timer = window.setTimeout(stored, READ_DELAY_MS);
    };
    tell("open");
    const leave = () => tell("gone");
    // Back from the browser's cache of pages.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && tell("open");
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", comeBack);
    return () => {
      leave();
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", comeBack);
      window.clearTimeout(timer);
      opened.close();
      channel.current = null;
      setOthers(new Set());
    };
  }, [name, self]);
  return {
    hasOthers: others.size > 0,
    announce: () => channel.current?.postMessage({ from: self, is: "stored" } satisfies Message),
  };
}
