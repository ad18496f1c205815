import { useQueryClient } from "@tanstack/react-query";
import { storyChanged } from "#features/documents/requests/admin/use-requests.ts";
import type { EditedType } from "#features/documents/room/admin/room-type.ts";
import { MARKED_TEXT, SUGGESTED_TEXTS, type Texts } from "#features/documents/rules.ts";
import type { SuggestionEndpoints } from "#features/documents/suggestions/endpoints.ts";
import type { OwnSuggestion } from "#features/documents/suggestions/schema.ts";
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

/** The texts of a document with all open suggestions. Throws `ApiError` or `NetworkError`, as all of these do. */
export async function readSuggestion(
  api: EditorApi,
  { type, id }: DocumentKey,
  signal?: AbortSignal,
): Promise<Versioned<OwnSuggestion>> {
  const sent = { params: { id }, ...(signal && { signal }) };
  return versioned(await suggestions.send(api, `GET ${DOCUMENT_PATHS[type]}/:id/suggestion`, sent));
}

type Change = { texts: Partial<Texts>; etag: string; key?: string };

/** Stores the texts as the user proposes them: the content has the marks of what is suggested. */
export async function storeSuggestion(
  api: EditorApi,
  { type, id }: DocumentKey,
  { texts, etag, key }: Change,
): Promise<Saved<OwnSuggestion>> {
  const { [SUGGESTED_TEXTS[type].content]: marked, ...lines } = texts;
  const body = marked === undefined ? lines : { ...lines, [MARKED_TEXT]: marked };
  const sent = { params: { id }, body, ifMatch: etag, ...(key && { idempotencyKey: key }) };
  return versioned(await suggestions.send(api, `PUT ${DOCUMENT_PATHS[type]}/:id/suggestion`, sent));
}

export type Decision = "accept" | "reject" | "withdraw";
/** Suggestions by id; all of a person without ids. */
export type Chosen = { suggestions: string[] } | { person: number };

/** Decides on suggestions in the version with this ETag. `key` makes a retry safe. */
async function decideOn(
  api: EditorApi,
  { type, id }: DocumentKey,
  { how, chosen: body, etag, key }: { how: Decision; chosen: Chosen; etag: string; key: string },
): Promise<void> {
  const sent = { params: { id }, body, ifMatch: etag, idempotencyKey: key };
  await suggestions.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/suggestions/${how}`, sent);
}

/** The part of a room's form that deciding on suggestions needs. */
export type DecidingForm<Row> = {
  type: Pick<EditedType<Row & { id: number }, object, object>, "type" | "read">;
  act: (action: (before: Versioned<Row>) => Promise<Versioned<Row>>, options: { isOwnStep: boolean }) => Promise<void>;
  session: { refresh: () => Promise<void> };
  run: Call["run"];
};

export type Decide = (how: Decision, chosen: Chosen) => Promise<void>;

const NOT_STORED: DocumentKey = { type: "article", id: 0 };

/** The suggestions for an open document, and the user's decisions: each is one step that can be undone. */
export function useSuggestions<Row extends { id: number }>(form: DecidingForm<Row>, stored: DocumentKey | null) {
  const api = useEditorApi();
  const client = useQueryClient();
  const document = stored ?? NOT_STORED;
  const query = { ...suggestionsFor(document) };
  const { data, isError, refetch } = useApi(query, { enabled: stored !== null, refetchOnMount: "always" });
  const decide: Decide = async (how, chosen) => {
    const failure = { title: `Could not ${how} it`, fallback: afterStoring(`Could not ${how} the suggestion`) };
    await form.run(async () => {
      try {
        await form.act(
          async ({ row, etag }) => {
            await decideOn(api, document, { how, chosen, etag, key: newKey() });
            return form.type.read(api, row.id);
          },
          { isOwnStep: true },
        );
      } catch (error) {
        // The document may have changed: the next attempt uses its current version.
        await form.session.refresh().catch(() => undefined);
        throw error;
      } finally {
        await refetch();
        storyChanged(client, document);
      }
    }, failure);
  };
  return { list: data, isFailed: isError, refetch: () => void refetch(), decide };
}
