import { useEffect, useEffectEvent, useRef, useState } from "react";

/** A message between the tabs of a browser that have the same row open. */
type Message = { from: string; is: "open" | "here" | "gone" | "stored" };

/** Delay before reading another tab's change, so that typing here is noticed first. Milliseconds. */
const READ_DELAY_MS = 500;

/**
 * Tracks the other tabs of this browser that have the row `name` open; null tracks none. `onStored`: another tab has
 * stored something. Returns whether there are any, and a function that announces that this tab has stored something.
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
    const post = (is: Message["is"]) => opened.postMessage({ from: self, is } satisfies Message);
    opened.onmessage = ({ data: { from, is } }: MessageEvent<Message>) => {
      setOthers((now) => new Set([...now, from].filter((tab) => tab !== from || is !== "gone")));
      if (is === "open") post("here");
      if (is !== "stored") return;
      window.clearTimeout(timer);
      timer = window.setTimeout(stored, READ_DELAY_MS);
    };
    post("open");
    const leave = () => post("gone");
    // Restored from the back/forward cache.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && post("open");
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
