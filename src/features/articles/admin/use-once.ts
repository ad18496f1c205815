import { useRef, useState } from "react";

/** Does one thing at a time: what is asked for while something is on its way is not done. */
export function useOnce(): { isBusy: boolean; once: (job: () => Promise<void>) => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false);
  // The state comes a moment too late for a second press.
  const isOnTheWay = useRef(false);
  async function once(job: () => Promise<void>): Promise<void> {
    if (isOnTheWay.current) return;
    isOnTheWay.current = true;
    setIsBusy(true);
    try {
      await job();
    } finally {
      isOnTheWay.current = false;
      setIsBusy(false);
    }
  }
  return { isBusy, once };
}
