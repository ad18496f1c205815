import type { ReactNode } from "react";
import { useApi } from "#shared/use-api.ts";
import { ConnectionError } from "#ui/connection-error.tsx";
import { publicationTexts } from "../calls.ts";
import type { Publication } from "../schema.ts";

/** Shows what is made of the publication's texts, or that they are on their way, or that they cannot be had. */
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
