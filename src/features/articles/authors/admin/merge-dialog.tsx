import { keepPreviousData } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { articlesIn } from "#features/topics/admin/merge-dialog.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { nameKey } from "#shared/text.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { offersNow, SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { ListedAuthor } from "../endpoints.ts";
import { authors, mergeAuthor } from "./author-kind.ts";

/** Delay after the last keystroke before authors are requested, in milliseconds. */
const TYPING_DEBOUNCE_MS = 150;
const MAX_OFFERS = 10;

/** The first authors whose name contains a text. */
export const authorsLike = (query: string) =>
  authors.query("GET /authors", { query: { ...(query && { query }), limit: MAX_OFFERS } });

const hintOf = ({ count, has_account }: ListedAuthor) => (has_account ? "Has an account" : articlesIn(count));

/** `isDeletion`: the user wanted to delete them. */
export type Merging = { author: ListedAuthor; isDeletion?: boolean };
type Props = Merging & { onMerged: (into: ListedAuthor) => void; onClose: () => void };

/** Asks for the author or account that an author without an account is merged into. */
export function MergeDialog({ author, isDeletion = false, onMerged, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const query = useSettled(typed.trim().slice(0, 100), TYPING_DEBOUNCE_MS);
  const { data: found = [], isPlaceholderData } = useApi(authorsLike(query), { placeholderData: keepPreviousData });
  const isCurrent = query === typed.trim() && !isPlaceholderData;
  const others = found.filter(({ id }) => id !== author.id);
  const into = others.find(({ name }) => nameKey(name) === nameKey(typed));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!into) {
      setError("Choose one of the authors.");
      return;
    }
    const failure = { title: "Error merging authors", fallback: "Could not merge the authors" };
    void run(async () => {
      const merged = await mergeAuthor(api, author, into);
      onMerged(merged);
      show({ title: `“${author.name}” was merged into “${merged.name}”` });
    }, failure);
  }

  return (
    <Dialog title={`Merge “${author.name}” into another author or an account`} onClose={onClose}>
      {isDeletion && (
        <p className="mt-2 text-[0.9375rem]">
          {`“${author.name}” has ${articlesIn(author.count)}. Only an author without articles can be deleted: merge them instead.`}
        </p>
      )}
      <form onSubmit={submit} noValidate className="mt-4">
        <SuggestField
          label="Into"
          name="into"
          autoFocus
          value={typed}
          error={error}
          offersFor={(text) =>
            offersNow(
              others.map((other) => ({ value: other.name, label: other.name, hint: hintOf(other) })),
              text,
              isCurrent,
            )
          }
          onChange={(value) => {
            setTyped(value);
            setError(undefined);
          }}
        />
        <p className="mt-3 text-[0.9375rem] text-muted">
          {into ? (
            <Consequences author={author} into={into} />
          ) : (
            "Their articles and address move to the author you choose."
          )}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            Merge
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

function Consequences({ author, into }: { author: ListedAuthor; into: ListedAuthor }) {
  return (
    <>
      All articles, drafts too, show <strong className="text-ink">{into.name}</strong> as their author
      {into.has_account && ", who may edit them as their own"}. The address of “{author.name}” redirects. This cannot be
      undone.
    </>
  );
}
