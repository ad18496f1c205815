import type { QueryClient } from "@tanstack/react-query";
import { clientOf } from "#shared/endpoint-client.ts";
import type { PublicationEndpoints } from "./endpoints.ts";
import type { Publication } from "./schema.ts";

export const publicationTexts = () => clientOf<PublicationEndpoints>().query("GET /publication");

/** The texts as they were read for a page; undefined where they could not be. */
export const knownTexts = (client: QueryClient): Publication | undefined =>
  client.getQueryData<Publication>(publicationTexts().queryKey);
