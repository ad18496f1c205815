import { keepPreviousData } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { offersNow, SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Topic } from "../endpoints.ts";
import { topicKey } from "../rules.ts";
import { mergeTopic, topics } from "./topic-kind.ts";

/** Delay after the last keystroke before topics are requested, in milliseconds. */
const TYPING_DEBOUNCE_MS = 150;
const MAX_OFFERS = 10;

/** The most used topics whose name or alias contains a text. */
export const topicsLike = (query: string) =>
  topics.query("GET /topics", { query: { ...(query && { query }), sort: "count", limit: MAX_OFFERS } });

/** `isDeletion`: the user wanted to delete it. */
export type Merging = { topic: Topic; isDeletion?: boolean };
type Props = Merging & { onMerged: (into: Topic) => void; onClose: () => void };

/** Asks for the topic that another one is merged into. */
export function MergeDialog({ topic, isDeletion = false, onMerged, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const query = useSettled(typed.trim().slice(0, 100), TYPING_DEBOUNCE_MS);
  const { data: found = [], isPlaceholderData } = useApi(topicsLike(query), { placeholderData: keepPreviousData });
  const isCurrent = query === typed.trim() && !isPlaceholderData;
  const others = found.filter(({ id }) => id !== topic.id);
  const into = others.find(({ name, aliases }) => [name, ...aliases].some((one) => topicKey(one) === topicKey(typed)));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!into) {
      setError("Choose one of the topics.");
      return;
    }
    const failure = { title: "Error merging topics", fallback: "Could not merge the topics" };
    void run(async () => {
      const merged = await mergeTopic(api, topic, into);
      onMerged(merged);
      show({ title: `“${topic.name}” was merged into “${merged.name}”` });
    }, failure);
  }

  return (
    <Dialog title={`Merge “${topic.name}” into another topic`} onClose={onClose}>
      {isDeletion && (
        <p className="mt-2 text-[0.9375rem]">
          {`It has ${articlesIn(topic.count)}. Only a topic without articles can be deleted: merge it instead.`}
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
              others.map(({ name, count }) => ({ value: name, label: name, hint: articlesIn(count) })),
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
            <>
              {topic.count === 1 ? "Its article" : `Its ${topic.count} articles`}, drafts too, become articles of{" "}
              <strong className="text-ink">{into.name}</strong>. “{topic.name}” becomes an alias, and its address
              redirects. This cannot be undone.
            </>
          ) : (
            "Its articles, names and address move to the topic you choose."
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

export const articlesIn = (count: number): string => (count === 1 ? "1 article" : `${count} articles`);
