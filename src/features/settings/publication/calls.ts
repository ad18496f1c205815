import type { QueryClient } from "@tanstack/react-query";
import { clientOf } from "#shared/endpoint-client.ts";
import type { PublicationEndpoints } from "./endpoints.ts";
import type { Publication } from "./schema.ts";

export const publicationTexts = () => clientOf<PublicationEndpoints>().query("GET /publication");

/** The texts fetched for a page; undefined if that failed. */
export const knownTexts = (client: QueryClient): Publication | undefined =>
  client.getQueryData<Publication>(publicationTexts().queryKey);
