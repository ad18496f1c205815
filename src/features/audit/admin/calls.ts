import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { AuditEndpoints } from "../endpoints.ts";

const audit = editorClientOf<AuditEndpoints>();

/** What the list is narrowed to; `from` and `to` are instants (ISO 8601). */
export type AuditNarrowing = {
  query?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The entries that match, one page at a time. */
export const auditEntries = (query: AuditNarrowing) => audit.list("GET /audit", { query });

/** All entries that match, as a CSV. Throws `ApiError` or `NetworkError`. */
export const exportAudit = (api: EditorApi, query: AuditNarrowing): Promise<Blob> =>
  api.download(audit.url("GET /audit", { query }), "text/csv");
