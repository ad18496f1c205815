import { createContext, useContext } from "react";

/** A page of this site that a text can link to. */
export type LinkTarget = { address: string; title: string; hint: string };

/** Finds pages by words of their titles, newest first; the latest pages for an empty text. */
export type LinkSearch = (words: string) => readonly LinkTarget[];

const Search = createContext<LinkSearch>(() => []);

/** Provides the hook that searches for pages; the types of pages are composed in `src/app`. */
export const LinkSearchProvider = Search.Provider;

export function useLinkTargets(words: string): readonly LinkTarget[] {
  const useSearch = useContext(Search);
  return useSearch(words);
}
