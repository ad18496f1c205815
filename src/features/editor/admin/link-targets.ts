import { createContext, useContext } from "react";
import { fold } from "#shared/text.ts";
import { completeAddress } from "./safe-address.ts";

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

/** Whether a typed text is an address rather than words of a title. */
export const isAddress = (typed: string): boolean => /^(?:https?:|mailto:|tel:|[/#])/i.test(completeAddress(typed));

/** The suggested targets for a text: its search results, or those of an earlier text whose titles still match. */
export function targetsFor(typed: string, found: readonly LinkTarget[], searched: string): readonly LinkTarget[] {
  if (isAddress(typed)) return [];
  return typed.trim() === searched ? found : found.filter(({ title }) => fold(title).includes(fold(typed.trim())));
}

/** What a card of the site's own article shows in the editor. */
export type ArticleCard = { title: string; source: string; picture: string };

/** Reads articles for their cards; those that are still being read are missing. */
export type ArticleCards = (ids: readonly number[]) => ReadonlyMap<number, ArticleCard>;

const NO_CARDS: ReadonlyMap<number, ArticleCard> = new Map();
const Cards = createContext<ArticleCards>(() => NO_CARDS);

export const ArticleCardsProvider = Cards.Provider;

export function useArticleCards(ids: readonly number[]): ReadonlyMap<number, ArticleCard> {
  const useCards = useContext(Cards);
  return useCards(ids);
}
