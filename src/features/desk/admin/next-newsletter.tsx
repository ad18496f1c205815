import { createContext, use } from "react";

/** The newsletter that is written at the moment: articles can be put into it as they are published. */
export type NextNewsletter = { subject: string; add: (article: number) => Promise<void> };

const Context = createContext<() => NextNewsletter | null>(() => null);

/** Newsletters are made of articles: what knows them is told from above. Takes a hook. */
export const NextNewsletterProvider = Context.Provider;

/** The next newsletter; null if there is none. */
export function useNextNewsletter(): NextNewsletter | null {
  const useNext = use(Context);
  return useNext();
}
