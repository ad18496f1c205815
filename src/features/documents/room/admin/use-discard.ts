import type { KeptSession } from "#features/documents/session/admin/kept-sessions.ts";
import type { Session } from "#features/documents/session/session.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { waitingFiles } from "#ui/admin/edit-form/waiting-pictures.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { keptNameOf, rowOf, storedOf } from "./room-session.ts";
import type { RoomType } from "./room-type.ts";
import type { RoomForm } from "./use-room-form.ts";

/** Discarded work, restored by undo. */
export type Discarded = Omit<KeptSession, "key" | "owner" | "savedAt">;

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
  type: RoomType<Row, W, C>,
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
