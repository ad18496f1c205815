import { keepPreviousData } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ApiQuery } from "#shared/api-query.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "../controls.tsx";
import { Dialog } from "../dialog.tsx";
import { offersNow, SuggestField } from "../suggest-field.tsx";
import { SUGGEST_AFTER_MS, useSettled } from "../timing.ts";
import { useToast } from "../toasts.tsx";
import { useCall } from "../use-call.ts";

/** Others that are offered at a time. */
export const MAX_OFFERS = 10;

type Named = { id: number; name: string; count: number };

type Props<Item extends Named> = {
  item: Item;
  /** Their noun in the plural. */
  noun: string;
  title: string;
  /** Why it is merged, for a user who wanted to delete it. */
  reason: string | false;
  /** The query of the first others whose name contains a text. */
  like: (query: string) => ApiQuery<Item[]>;
  isNamed: (other: Item, typed: string) => boolean;
  hintOf?: (other: Item) => string;
  /** What follows, before and after another one is chosen. */
  consequence: (into: Item | undefined) => ReactNode;
  /** Merges the item and returns the other one. */
  merge: (into: Item) => Promise<Item>;
  onMerged: (into: Item) => void;
  onClose: () => void;
};

/** Asks for the item that another one is merged into. */
export function MergeDialog<Item extends Named>({ item, noun, merge, onMerged, onClose, ...asked }: Props<Item>) {
  const show = useToast();
  const { isBusy, run } = useCall();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const query = useSettled(typed.trim().slice(0, 100), SUGGEST_AFTER_MS);
  const { data: found = [], isPlaceholderData } = useApi(asked.like(query), { placeholderData: keepPreviousData });
  const isCurrent = query === typed.trim() && !isPlaceholderData;
  const others = found.filter(({ id }) => id !== item.id);
  const into = others.find((other) => asked.isNamed(other, typed));
  const { hintOf = ({ count }: Item) => articlesIn(count) } = asked;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!into) {
      setError(`Choose one of the ${noun}.`);
      return;
    }
    const failure = { title: `Error merging ${noun}`, fallback: `Could not merge the ${noun}` };
    void run(async () => {
      const merged = await merge(into);
      onMerged(merged);
      show({ title: `“${item.name}” was merged into “${merged.name}”` });
    }, failure);
  }

  return (
    <Dialog title={asked.title} onClose={onClose}>
      {asked.reason !== false && <p className="mt-2 text-[0.9375rem]">{asked.reason}</p>}
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
        <p className="mt-3 text-[0.9375rem] text-muted">{asked.consequence(into)}</p>
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
