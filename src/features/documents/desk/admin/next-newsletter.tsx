import { createContext, use } from "react";

/**
 * The newsletter that is written at the moment: articles can be put into it as they are published. `subject` is null
 * where none is written: then `add` begins one. It returns the subject.
 */
export type NextNewsletter = {
  subject: string | null;
  add: (article: { id: number; title: string }) => Promise<string>;
};

const Context = createContext<() => NextNewsletter | null>(() => null);

/** Provides the hook that reads the next newsletter: the feature of newsletters lies above this one. */
export const NextNewsletterProvider = Context.Provider;

/** The next newsletter; null for who may not write it, and until it is known. */
export function useNextNewsletter(): NextNewsletter | null {
  const useNext = use(Context);
  return useNext();
}
