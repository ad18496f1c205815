import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { waitingFiles } from "#ui/admin/edit-form/waiting-pictures.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { type DeskArticle, discardWorkingCopy, readNewest } from "../calls.ts";
import { type ArticleSession, storedOf } from "./article-session.ts";
import type { ArticleForm } from "./use-article-form.ts";
import type { WritingRoomProps } from "./writing-room-props.ts";

type Props = Pick<WritingRoomProps, "account" | "onDiscarded"> & { form: ArticleForm };

/** Discards what was typed, and the working copy on the server; it can be undone, and stays among the versions. */
export function useDiscard({ form, account, onDiscarded }: Props) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const discard = () =>
    run(
      async () => {
        const { session: work } = form;
        const local = work.current();
        // A save that is on its way would make another working copy.
        await work.stop();
        const session = await withoutCopy(api, { ...work.state.session, local }).catch((error: unknown) => {
          work.resume();
          throw error;
        });
        form.forget();
        const { choices, file } = form;
        const files = { ...waitingFiles(local), ...(file && { image_url: file }) };
        const id = (session.base?.row as DeskArticle | undefined)?.id ?? null;
        onDiscarded({ account, type: form.kind.name, id, title: local.title, aside: null, choices, files, session });
      },
      { title: "Error discarding the changes", fallback: "Could not discard the changes" },
    );
  return { isBusy, discard: () => void discard() };
}

/** The session as a change of what is left once its working copy is discarded. */
async function withoutCopy(api: EditorApi, session: ArticleSession): Promise<ArticleSession> {
  const stored = session.conflict?.theirs ?? session.base;
  const row = stored?.row as DeskArticle | undefined;
  if (!row) return session;
  if (row.saved !== undefined || row.has_draft === true) await discardWorkingCopy(api, row.id).catch(forgetMissing);
  else if (session.attempt === null) return session;
  const base = await readNewest(api, row.id).then(
    (newest) => storedOf(newest),
    () => stored,
  );
  return { ...session, base, attempt: null, conflict: null };
}

/** Somebody else has discarded or published it meanwhile. */
function forgetMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
