import type { RoomType } from "#features/documents/room/admin/room-type.ts";
import { newKey } from "#features/documents/session/admin/document-session.ts";
import type { DocumentKey } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { afterStoring } from "#ui/admin/edit-form/store-typed.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { Call } from "#ui/admin/use-call.ts";
import { acceptEdits, type Decided, rejectEdits, suggestionsFor } from "./calls.ts";

/** The part of a room's form that deciding on suggestions needs. */
export type DecidingForm<Row> = {
  type: Pick<RoomType<Row & { id: number }, object, object>, "type" | "read">;
  act: (action: (before: Versioned<Row>) => Promise<Versioned<Row>>, options: { isOwnStep: boolean }) => Promise<void>;
  session: { refresh: () => Promise<void> };
  run: Call["run"];
};

export type Decide = (how: "accept" | "reject", decided: Decided) => Promise<void>;

/** What people suggest for an open document, and how the user decides. Accepted edits are one step that can be undone. */
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
        // The document may have been changed: the next try begins from what it says now.
        await form.session.refresh().catch(() => undefined);
        throw error;
      } finally {
        // No edit can be decided on twice.
        await refetch();
      }
    }, failure);
  };
  return { list: data, isFailed: isError, refetch: () => void refetch(), decide };
}

export type Suggestions = ReturnType<typeof useSuggestions>;
