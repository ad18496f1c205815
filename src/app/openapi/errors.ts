import { isForKeys } from "#features/identity/accounts/policy.ts";
import { listOf } from "#platform/lists.ts";
import { type Endpoint, type EndpointName, isOpen } from "#shared/endpoint.ts";
import { ERROR_CODES, type ErrorCode } from "#shared/error-codes.ts";
import { singular } from "#shared/operation-id.ts";

/** What parts of a path contain, where their names do not say it. */
const CONTENTS: Record<string, string> = {
  ads: "ad_space",
  "api-keys": "key",
  budget: "story",
  contact: "message",
  missing: "redirect",
  outbox: "mail",
  revisions: "version",
  users: "account",
};

/** The codes for what the parameters of a path name: `article_not_found` for `/articles/:id`. */
function unknownIn(path: string): ErrorCode[] {
  const parts = path.split("/");
  const named = parts.filter((_part, at) => parts[at + 1]?.startsWith(":"));
  const codes = named.map((part) => `${CONTENTS[part] ?? singular(part).replaceAll("-", "_")}_not_found`);
  return codes.filter((code): code is ErrorCode => code in ERROR_CODES);
}

/** The codes that the declaration of an endpoint implies, and those that it names, by status. */
export function errorsOf(name: EndpointName, endpoint: Endpoint): Map<number, ErrorCode[]> {
  const { access, beforeSecondFactor, body, params, headers, consumes, errors = [] } = endpoint;
  const [method, path = ""] = name.split(" ");
  const isRead = method === "GET";
  const codes = new Set<ErrorCode>(["invalid_input", "invalid_request"]);
  const add = (condition: unknown, ...more: ErrorCode[]) => {
    if (condition) for (const code of more) codes.add(code);
  };
  add(!isOpen(endpoint), "not_logged_in", "permission_required");
  add(access !== "public", "session_ended", "invalid_key", "origin_not_allowed");
  add(!isOpen(endpoint), isForKeys(endpoint) ? "missing_scope" : "not_for_keys");
  add(access !== "public" && !beforeSecondFactor, "second_factor_required");
  add(listOf(name, endpoint), "unknown_field", "cursor_expired");
  add(params, "not_found", ...unknownIn(path));
  add(!isRead, "unsupported_media_type");
  // The two-person rule judges all new public words.
  add(!isRead && !isOpen(endpoint), "blocked_by_review_rule");
  add(!isRead && /^\/(?:articles|pages)\/:id/.test(path), "import_not_released");
  add(body, "invalid_json", "request_too_large");
  add(consumes?.includes("multipart/form-data"), "invalid_form");
  add(headers?.includes("if-match"), "stale_version");
  add(headers?.includes("idempotency-key"), "invalid_idempotency_key");
  add(headers?.includes("idempotency-key") && method === "POST", "idempotency_key_in_progress", "created_item_deleted");
  for (const code of errors) codes.add(code);
  add(true, "too_many_requests", "internal_error", "database_unavailable", "maintenance", "stopping");
  add(!isRead, "storage_full");
  const byStatus = Map.groupBy(codes, (code) => ERROR_CODES[code].status as number);
  return new Map([...byStatus].sort(([left], [right]) => left - right));
}
