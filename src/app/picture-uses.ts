import { authorsShowing } from "#features/accounts/queries.ts";
import { adsShowing } from "#features/ads/queries.ts";
import { articlesShowing } from "#features/articles/pictures.ts";
import { workingCopyUses } from "#features/desk/queries.ts";
import { issuesShowing } from "#features/issues/queries.ts";
import type { FindUses } from "#features/pictures/queries.ts";

/** Finds everything that shows a stored picture: each feature reports its own uses. */
export const PICTURE_USES: readonly FindUses[] = [
  articlesShowing,
  workingCopyUses,
  adsShowing,
  authorsShowing,
  issuesShowing,
];
