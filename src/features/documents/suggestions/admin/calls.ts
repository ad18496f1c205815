import type { EditedType } from "#features/documents/room/admin/room-type.ts";
import type { Texts } from "#features/documents/rules.ts";
import type { SuggestionEndpoints } from "#features/documents/suggestions/endpoints.ts";
import type { OwnSuggestion } from "#features/documents/suggestions/schema.ts";
import { ApiError } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { type ApiResponse, type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import type { Saved, Versioned } from "#ui/admin/edit-form/versions.ts";
import { newKey } from "#ui/admin/session/document-session.ts";
import { afterStoring } from "#ui/admin/session/waiting-pictures.ts";
import type { Call } from "#ui/admin/use-call.ts";

const suggestions = editorClientOf<SuggestionEndpoints>();

const versioned = ({ body, etag, hasOthers }: ApiResponse<OwnSuggestion>): Saved<OwnSuggestion> => ({
  row: body,
  etag: etag ?? "",
  hasOthers,
});

export const suggestionsFor = ({ type, id }: DocumentKey) =>
  suggestions.query(`GET ${DOCUMENT_PATHS[type]}/:id/suggestions`, { params: { id } });
export const suggestionCalls = ({ type, id }: DocumentKey) =>
  callsUnder(suggestions.url(`GET ${DOCUMENT_PATHS[type]}/:id/suggestions`, { params: { id } }));

/**
 * The document with the user's suggestions, merged with its authors' later changes elsewhere. Throws `ApiError` or
 * `NetworkError`, as all of these do.
 */
export async function readSuggestion(
  api: EditorApi,
  { type, id }: DocumentKey,
  signal?: AbortSignal,
): Promise<Versioned<OwnSuggestion>> {
  const sent = { params: { id }, ...(signal && { signal }) };
  const opened = versioned(await suggestions.send(api, `GET ${DOCUMENT_PATHS[type]}/:id/suggestion`, sent));
  if (!opened.row.is_behind) return opened;
  try {
    return await storeSuggestion(api, { type, id }, { texts: {}, etag: opened.etag });
  } catch (error) {
    // Saved between the two requests; the response is still a valid version.
    if (error instanceof ApiError && error.status === 409) return opened;
    throw error;
  }
}

type Change = { texts: Partial<Texts>; etag: string; key?: string };

export async function storeSuggestion(
  api: EditorApi,
  { type, id }: DocumentKey,
  { texts: body, etag, key }: Change,
): Promise<Saved<OwnSuggestion>> {
  const sent = { params: { id }, body, ifMatch: etag, ...(key && { idempotencyKey: key }) };
  return versioned(await suggestions.send(api, `PUT ${DOCUMENT_PATHS[type]}/:id/suggestion`, sent));
}

export async function discardSuggestion(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await suggestions.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/suggestion`, { params: { id } });
}

/** A person's edits by key; all without `edits`. */
export type Decided = { person: number; edits?: string[] };

/** Accepts edits as a change of the version with this ETag. `key` makes a retry safe. */
export async function acceptEdits(
  api: EditorApi,
  { type, id }: DocumentKey,
  { person: n, edits, etag, key }: Decided & { etag: string; key: string },
): Promise<void> {
  const sent = { params: { id, n }, body: edits ? { edits } : {}, ifMatch: etag, idempotencyKey: key };
  await suggestions.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/suggestions/:n/accept`, sent);
}

export async function rejectEdits(
  api: EditorApi,
  { type, id }: DocumentKey,
  { person: n, edits }: Decided,
): Promise<void> {
  const sent = { params: { id, n }, body: edits ? { edits } : {} };
  await suggestions.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/suggestions/:n/reject`, sent);
}

/** The part of a room's form that deciding on suggestions needs. */
export type DecidingForm<Row> = {
  type: Pick<EditedType<Row & { id: number }, object, object>, "type" | "read">;
  act: (action: (before: Versioned<Row>) => Promise<Versioned<Row>>, options: { isOwnStep: boolean }) => Promise<void>;
  session: { refresh: () => Promise<void> };
  run: Call["run"];
};

export type Decide = (how: "accept" | "reject", decided: Decided) => Promise<void>;

/** The suggestions for an open document, and the user's decisions. Accepting edits is one step that can be undone. */
export function useSuggestions<Row extends { id: number }>(form: DecidingForm<Row>, document: DocumentKey) {
  const api = useEditorApi();
  const { data, isError, refetch } = useApi(suggestionsFor(document), { refetchOnMount: "always" });
  const accept = (decided: Decided) =>
    form.act(
      async ({ row, etag }) => {
        await acceptEdits(api, document, { ...decided, etag, key: newKey() });
        return form.type.read(api, row.id);
      },
      { isOwnStep: true },
    );
  const decide: Decide = async (how, decided) => {
    const failure = { title: `Could not ${how} the edit`, fallback: afterStoring(`Could not ${how} the edit`) };
    await form.run(async () => {
      try {
        await (how === "accept" ? accept(decided) : rejectEdits(api, document, decided));
      } catch (error) {
        // The document may have changed: the next attempt uses its current version.
        await form.session.refresh().catch(() => undefined);
        throw error;
      } finally {
        await refetch();
      }
    }, failure);
  };
  return { list: data, isFailed: isError, refetch: () => void refetch(), decide };
}

export type Suggestions = ReturnType<typeof useSuggestions>;
