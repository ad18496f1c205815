import { bringPictureToAds } from "#features/ads/commands.ts";
import { creativesOfAds } from "#features/ads/queries.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { bringItemToArticles } from "#features/articles/tasks.ts";
import { bringPortrait } from "#features/identity/accounts/authors.ts";
import { portraits } from "#features/identity/accounts/queries.ts";
import type { FindAddresses, ItemListener } from "#features/media/remote/tasks.ts";
import { bringItemToIssues } from "#features/newsletter/issues/pictures.ts";
import { bringItemToPages } from "#features/pages/upkeep.ts";

/** The pictures shown by address in small tables. Articles request theirs when they are written. */
export const SHOWN_ADDRESSES: readonly FindAddresses[] = [creativesOfAds, portraits];

/** Replaces a fetched picture or card in each feature that names it. Working copies get it with their next save. */
export const itemListeners = (store: ArticleStore): readonly ItemListener[] => [
  ({ key }) => bringItemToArticles(store, key),
  ({ address }) => bringItemToIssues(store, address),
  ({ address }) => bringItemToPages(store, address),
  async ({ kind, address, picture }) => {
    if (kind !== "picture" || picture === "") return;
    await bringPictureToAds(store.database, address, picture);
    await bringPortrait(store.database, address, picture);
  },
];
