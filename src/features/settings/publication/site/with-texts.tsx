import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#shared/api-client.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { ConnectionError } from "#ui/state-screen.tsx";
import type { Publication, PublicationEndpoints } from "../endpoints.ts";

export const publicationTexts = () => clientOf<PublicationEndpoints>().query("GET /publication");

/** The texts fetched for a page; undefined if that failed. */
export const knownTexts = (client: QueryClient): Publication | undefined =>
  client.getQueryData<Publication>(publicationTexts().queryKey);

/** Renders the publication's texts, or a state for loading or failure. */
export function WithTexts({ children }: { children: (texts: Publication) => ReactNode }) {
  const { data, error, refetch } = useApi(publicationTexts());
  // A backend of the specification has no texts: the pages are static.
  const isMissing = error instanceof ApiError && error.status === 404;
  const builtIn = useBuiltInTexts(isMissing);
  const texts = data ?? builtIn.data;
  if (texts) return children(texts);
  if (error && !isMissing) return <ConnectionError onRetry={() => void refetch()} />;
  if (builtIn.isError) return <ConnectionError onRetry={() => void builtIn.refetch()} />;
  return (
    <p role="status" className="page-width py-20 text-muted">
      Loading...
    </p>
  );
}

function useBuiltInTexts(enabled: boolean) {
  const { name } = useSite();
  return useQuery({
    queryKey: ["built-in-texts", name],
    queryFn: async () => {
      const { default: texts } = await import("../../../../../publication.json", { with: { type: "json" } });
      return JSON.parse(JSON.stringify(texts), (_key, value) =>
        typeof value === "string" ? value.replaceAll("{name}", () => name) : value,
      ) as Publication;
    },
    enabled,
  });
}
