import { useRef, useState } from "react";

/** Does one thing at a time: what is asked for while something is on its way is not done, and answers undefined. */
export function useOnce(): { isBusy: boolean; once: <T>(job: () => Promise<T>) => Promise<T | undefined> } {
  const [isBusy, setIsBusy] = useState(false);
  // The state comes a moment too late for a second press.
  const isOnTheWay = useRef(false);
  async function once<T>(job: () => Promise<T>): Promise<T | undefined> {
    if (isOnTheWay.current) return undefined;
    isOnTheWay.current = true;
    setIsBusy(true);
    try {
      return await job();
    } finally {
      isOnTheWay.current = false;
      setIsBusy(false);
    }
  }
  return { isBusy, once };
}
