import { createContext, useContext } from "react";

/** A page of this site that a text can link to. */
export type LinkTarget = { address: string; title: string; hint: string };

/** The pages for some words of their titles, the newest first; the latest for an empty text. */
export type LinkSearch = (words: string) => readonly LinkTarget[];

const Search = createContext<LinkSearch>(() => []);

/** Provides the hook that searches for pages: which types of page there are, only the composition of the program knows. */
export const LinkSearchProvider = Search.Provider;

export function useLinkTargets(words: string): readonly LinkTarget[] {
  const useSearch = useContext(Search);
  return useSearch(words);
}
