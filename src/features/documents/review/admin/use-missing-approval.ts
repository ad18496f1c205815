import { useApi } from "#shared/use-api.ts";
import { sayContents, sayMissing } from "../rules.ts";
import { reviewOf, reviewSettings } from "./calls.ts";

/** What an article lacks before it can be published under the two-person rule, in a sentence; null for nothing. */
export function useMissingApproval(id: number | undefined): string | null {
  const isEnabled = useApi(reviewSettings()).data?.enabled === true;
  const { data } = useApi(reviewOf({ type: "article", id: id ?? 0 }), {
    enabled: isEnabled && id !== undefined,
    refetchOnMount: "always",
  });
  if (!isEnabled || !data || data.reasons.length === 0 || data.approval?.is_override) return null;
  if (data.approval && data.has_sources) return null;
  return `${sayContents(data.reasons)}: ${sayMissing(data)} first.`;
}
