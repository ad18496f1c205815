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

/** The addresses of links in a text that lead nowhere, with the reason. */
export type DeadLinks = ReadonlyMap<string, string>;

const Dead = createContext<DeadLinks>(new Map());

/** Provides what the checks of a room found, for the marks in its text. */
export const DeadLinksProvider = Dead.Provider;

export const useDeadLinks = (): DeadLinks => useContext(Dead);

/** What a card of an own article, topic or series shows in the editor. */
export type OwnPageCard = { title: string; source: string; picture: string };

/** Reads own pages for their cards, by path; those that are still being read are missing. */
export type ReadOwnCards = (paths: readonly string[]) => ReadonlyMap<string, OwnPageCard>;

const NO_CARDS: ReadonlyMap<string, OwnPageCard> = new Map();
const Cards = createContext<ReadOwnCards>(() => NO_CARDS);

export const OwnCardsProvider = Cards.Provider;

export function useOwnCards(paths: readonly string[]): ReadonlyMap<string, OwnPageCard> {
  const useCards = useContext(Cards);
  return useCards(paths);
}
