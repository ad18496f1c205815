import { allCategories } from "#features/categories/rules.ts";
import { ticker } from "#features/market/site/ticker-strip.tsx";
import type { ApiQuery } from "#shared/api-query.ts";

/** The calls that every page's frame needs for the first paint: the header's categories and the ticker. */
export const layoutQueries = (): ApiQuery<unknown>[] => [allCategories(), ticker()];
