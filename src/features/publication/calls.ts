import type { QueryClient } from "@tanstack/react-query";
import { type ApiQuery, apiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { Publication } from "./schema.ts";

export const publicationTexts = (): ApiQuery<Publication> => apiQuery(apiUrl.publication());

/** The texts as they were read for a page; undefined where they could not be. */
export const knownTexts = (client: QueryClient): Publication | undefined =>
  client.getQueryData<Publication>(publicationTexts().queryKey);
