import { useQueryClient } from "@tanstack/react-query";
import { Copy, LayoutTemplate } from "lucide";
import { type ReactNode, useState } from "react";
import { SaveTemplateDialog } from "#features/documents/templates/admin/template-dialogs.tsx";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { OutsideForm } from "#ui/admin/dialog.tsx";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { MenuItem } from "#ui/admin/menu.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useScreenActions } from "#ui/admin/screen.tsx";
import { newKey } from "#ui/admin/session/document-session.ts";
import type { Discarded } from "#ui/admin/session/kept-sessions.ts";
import { rowOf, type Session } from "#ui/admin/session/session.ts";
import { afterStoring, storeTyped, waitingFiles } from "#ui/admin/session/waiting-pictures.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { keptNameOf, storedOf } from "./room-session.ts";
import type { EditedType } from "./room-type.ts";
import type { RoomForm } from "./use-room-form.ts";

/** Duplicates the newest text of a document as a draft. `store` stores unsaved changes first. */
export function useDuplicate<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
): (id: number, store?: () => Promise<void>) => void {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const { type: noun } = type;
  return (id, store) => {
    const { duplicate: copy } = type;
    if (isBusy || !copy) return;
    void run(
      async () => {
        await store?.();
        const { row } = await type.read(api, id);
        const made = await copy(api, row, newKey());
        type.onCreated?.(client, made.row);
        show({
          title: `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)} duplicated`,
          description: type.titleOf(type.valuesOf(made.row)),
          action: { label: "Open the copy", to: type.urlOf(made.row.id) },
        });
      },
      { title: `Error duplicating ${noun}`, fallback: afterStoring(`Could not duplicate the ${noun}`) },
    );
  };
}

/** The shared menu items of every room and their dialogs; also in the command palette. */
export function useDocumentMenu<Row extends { id: number }, W extends object, C extends object>(
  form: RoomForm<Row, W, C>,
): { items: MenuItem[]; dialog: ReactNode } {
  const { type, base, values } = form;
  const hasNewsroom = useHasNewsroom();
  const duplicate = useDuplicate(type);
  const [isNaming, setIsNaming] = useState(false);
  const id = hasNewsroom ? (base?.id ?? null) : null;
  const store = () => storeTyped(form);
  const items: MenuItem[] =
    id === null
      ? []
      : [
          { label: "Duplicate", icon: Copy, run: () => duplicate(id, store) },
          { label: "Save as template", icon: LayoutTemplate, run: () => setIsNaming(true) },
        ];
  useScreenActions(items.map(({ label, run }) => ({ label: label.replace(/^\w+/, `$& this ${type.type}`), run })));
  const dialog = isNaming && id !== null && (
    <OutsideForm>
      <SaveTemplateDialog
        document={{ type: type.type, id }}
        title={type.titleOf(values)}
        store={store}
        onClose={() => setIsNaming(false)}
      />
    </OutsideForm>
  );
  return { items, dialog };
}

type Props<Row extends { id: number }, W extends object, C extends object> = {
  form: Pick<RoomForm<Row, W, C>, "type" | "session" | "choices" | "file" | "forget">;
  account: string;
  onDiscarded: (discarded: Discarded) => void;
};

/** Discards unsaved changes and the working copy. Can be undone, and stays among the versions. */
export function useDiscard<Row extends { id: number }, W extends object, C extends object>({
  form,
  account,
  onDiscarded,
}: Props<Row, W, C>) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const discard = () =>
    run(
      async () => {
        const { type, session: work } = form;
        const local = work.current();
        // A save in flight would create another working copy.
        await work.stop();
        const session = await withoutCopy(type, api, { ...work.state.session, local }).catch((error: unknown) => {
          work.resume();
          throw error;
        });
        form.forget();
        const { choices, file } = form;
        const files = { ...waitingFiles(local), ...(file && type.pictureField && { [type.pictureField]: file }) };
        const id = rowOf<Row>(session.base)?.id ?? null;
        const title = type.titleOf(local);
        onDiscarded({ account, type: keptNameOf(type), id, title, aside: null, choices, files, session });
      },
      { title: "Error discarding the changes", fallback: "Could not discard the changes" },
    );
  return { isBusy, discard: () => void discard() };
}

/** The session rebased on the document without its working copy. */
async function withoutCopy<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
  api: EditorApi,
  session: Session<W>,
): Promise<Session<W>> {
  const stored = session.conflict?.theirs ?? session.base;
  const row = rowOf<Row>(stored);
  if (!row) return session;
  if (type.workingCopy?.isIn(row)) await type.workingCopy.discard(api, row.id).catch(forgetMissing);
  else if (session.attempt === null) return session;
  const base = await type.read(api, row.id).then(
    (newest) => storedOf(type, newest),
    () => stored,
  );
  return { ...session, base, attempt: null, conflict: null };
}

/** Another user has discarded or published it concurrently. */
function forgetMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

type RestoringForm<Row> = {
  act: (action: (before: Versioned<Row>) => Promise<Versioned<Row>>) => Promise<void>;
  alternatives: { restoreBlock: (block: string, before: string) => void };
};

/** Restores a version as a new one and shows it in the room. The previous text stays as a version. */
export function useRestoreVersion<Row>(
  form: RestoringForm<Row>,
  restoreIn: (before: Versioned<Row>, n: number) => Promise<Versioned<Row>>,
  onRestored: () => void,
) {
  const show = useToast();
  const { isBusy, run } = useCall();
  const restore = (n: number) =>
    run(
      async () => {
        await form.act((before) => restoreIn(before, n));
        onRestored();
        show({ title: "Version restored" });
      },
      { title: "Error restoring the version", fallback: afterStoring("Could not restore the version") },
    );
  const restoreBlock = (block: string, before: string) => {
    form.alternatives.restoreBlock(block, before);
    show({ title: "Paragraph restored", description: "Undo in the text brings back what was there." });
  };
  return { isBusy, restore: (n: number) => void restore(n), restoreBlock };
}
