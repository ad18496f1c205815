import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { useMay } from "#ui/admin/permissions.tsx";
import { settingsOf } from "#ui/admin/records/setting.ts";
import type { ReviewEndpoints } from "../endpoints.ts";
import { sayContents, sayMissing, sayReasons, wordsIn } from "../rules.ts";

const client = editorClientOf<ReviewEndpoints>();

export const RULE = settingsOf<ReviewEndpoints>()("review");

export const reviewOf = ({ type, id }: DocumentKey) =>
  client.query(`GET ${DOCUMENT_PATHS[type]}/:id/review`, { params: { id } });

/** Approves the text of a tag; with a reason, overrides the second person. Throws `ApiError` or `NetworkError`. */
export async function approve(api: EditorApi, { type, id }: DocumentKey, etag: string, reason?: string): Promise<void> {
  const body = reason === undefined ? {} : { override_reason: reason };
  await client.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/approvals`, { params: { id }, body, ifMatch: etag });
}

export async function withdrawApprovals(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await client.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/approvals`, { params: { id } });
}

/**
 * Checks a correction of an article against the two-person rule before it is
 * sent: corrections are public immediately, so under the rule only a chief adds them, with a reason.
 */
export function useCorrectionRule(id: number | undefined) {
  const rule = useApi(RULE.query).data;
  const isEnabled = rule?.enabled === true;
  const review = useApi(reviewOf({ type: "article", id: id ?? 0 }), {
    enabled: isEnabled && id !== undefined,
    refetchOnMount: "always",
  }).data;
  const mayOverride = useMay()("article.override");
  const reasons = (isEnabled && review?.reasons) || [];
  return {
    canCorrect: mayOverride || reasons.length === 0,
    /** The error of an update's reason, which approvals do not cover; undefined if it is valid. */
    problemOfReason(why: string): string | undefined {
      const found = rule && !review?.approval?.is_override ? wordsIn(rule, why) : [];
      return found.length > 0 ? `Reword or remove the reason, because ${sayReasons(found)}.` : undefined;
    },
    /** The error that the server would return; undefined if none. `why`: the reason of the update. */
    problemOf(text: string, why: string): string | undefined {
      const found = [...reasons, ...(rule ? wordsIn(rule, text) : [])];
      if (found.length === 0 || (mayOverride && why.trim() !== "")) return undefined;
      const because = `because ${sayReasons(found.slice(0, 1))}`;
      return mayOverride
        ? `Give a reason for the update above, ${because}: the correction requires one.`
        : `Only a chief can add this correction, ${because}.`;
    },
  };
}

/** The missing approval of an article under the two-person rule, as a sentence; null if nothing is missing. */
export function useMissingApproval(id: number | undefined): string | null {
  const isEnabled = useApi(RULE.query).data?.enabled === true;
  const { data } = useApi(reviewOf({ type: "article", id: id ?? 0 }), {
    enabled: isEnabled && id !== undefined,
    refetchOnMount: "always",
  });
  if (!isEnabled || !data || data.reasons.length === 0 || data.approval?.is_override) return null;
  if (data.approval && data.has_sources) return null;
  return `${sayContents(data.reasons)}: ${sayMissing(data)} first.`;
}
