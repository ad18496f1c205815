import type { ReactNode } from "react";
import { useApi } from "#shared/use-api.ts";
import { ConnectionError } from "#ui/connection-error.tsx";
import { publicationTexts } from "../calls.ts";
import type { Publication } from "../schema.ts";

/** Renders the publication's texts, or a state for loading or failure. */
export function WithTexts({ children }: { children: (texts: Publication) => ReactNode }) {
  const { data, error, refetch } = useApi(publicationTexts());
  if (data) return children(data);
  if (error) return <ConnectionError onRetry={() => void refetch()} />;
  return (
    <p role="status" className="page-width py-20 text-muted">
      Loading...
    </p>
  );
}
