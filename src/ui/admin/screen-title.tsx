import { createContext, type RefObject, use, useEffect } from "react";

type Titles = {
  /** The name that the screen gives itself; null for none. */
  own: RefObject<string | null>;
  /** Shows the title that counts now. */
  apply: () => void;
};

const Context = createContext<Titles | null>(null);
export const ScreenTitleProvider = Context.Provider;

/** Names the browser tab after what is on the screen, for example an article, for as long as it is shown. */
export function useScreenTitle(title: string): void {
  const titles = use(Context);
  useEffect(() => {
    if (!titles) return;
    titles.own.current = title;
    titles.apply();
  }, [titles, title]);
  useEffect(() => {
    if (!titles) return;
    return () => {
      titles.own.current = null;
      titles.apply();
    };
  }, [titles]);
}
