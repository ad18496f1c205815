import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { allCategories } from "#features/categories/calls.ts";
import { meantBy } from "#features/categories/rules.ts";
import { nameKey } from "#shared/text.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { UNCATEGORIZED } from "../rules.ts";

/** How long after the last keystroke a name is compared with the others: half-typed names resemble complete ones. */
const TYPING_DEBOUNCE_MS = 600;

export type CategoryQuestion = ReturnType<typeof useCategoryQuestion>;

/**
 * Asks for confirmation before a name close to an existing category creates a new one. `stored` is the article's
 * current category, which needs no confirmation.
 */
export function useCategoryQuestion(typed: string, stored: string) {
  const { data: categories = [], isLoading, failureCount } = useApi(allCategories());
  // Not while it is retried: a save that cannot reach the server waits by itself.
  const isAwaited = isLoading && failureCount === 0;
  const [kept, setKept] = useState<string | null>(null);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const choice = useRef<HTMLButtonElement>(null);
  // Whether a new name creates a category is up to a backend of the specification.
  const mayCreate = useHasNewsroom();
  const isAnswered = !mayCreate || nameKey(typed) === nameKey(stored) || nameKey(typed) === kept;
  const meant = isAnswered ? null : (meantBy(typed, categories)?.name ?? null);
  const isPause = useSettled(typed, TYPING_DEBOUNCE_MS) === typed;
  const resume = () => {
    setHeld(null);
    held?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the categories are known, for what has waited for them
  useEffect(() => {
    if (isAwaited || held === null) return;
    if (meant === null) resume();
    else choice.current?.focus();
  }, [isAwaited]);
  return {
    categories,
    choice,
    /** The category that was probably meant; null if there is no question. */
    meant: isPause || held !== null ? meant : null,
    keep: () => setKept(nameKey(typed)),
    /**
     * Calls `then` immediately, or moves the focus to the question and calls it after the answer. Waits for the
     * categories where the first answer is still on its way.
     */
    whenAnswered(then: () => void) {
      if (isAnswered || (meant === null && !isAwaited)) return then();
      flushSync(() => setHeld(() => then));
      choice.current?.focus();
    },
    /** Runs the waiting action; `drop` discards it when the name is edited. */
    resume,
    drop: () => setHeld(null),
  };
}

export const isKnown = (typed: string, categories: readonly { name: string }[]): boolean =>
  categories.some(({ name }) => nameKey(name) === nameKey(typed));

type Props = {
  value: string;
  error: string | undefined;
  question: CategoryQuestion;
  onChange: (name: string) => void;
};

/** The category of an article: free text with known names as suggestions, and a question if one was probably meant. */
export function CategoryField({ value, error, question, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { categories, meant } = question;
  const known = categories
    .filter(({ name }) => name !== UNCATEGORIZED)
    .map(({ name }) => ({ value: name, label: name }));
  function answer(how: () => void) {
    flushSync(how);
    // The focused button has been removed.
    field.current?.focus();
    question.resume();
  }
  return (
    <div>
      <SuggestField
        ref={field}
        label="Category*"
        name="category"
        aria-required
        value={value}
        error={error}
        offersFor={(typed) => namesLike(known, typed)}
        onChange={(name) => {
          question.drop();
          onChange(name);
        }}
      />
      <p role="status" className="text-sm font-medium wrap-anywhere not-empty:mt-2">
        {meant && `Did you mean ${meant}? There is no category “${value.trim()}” yet.`}
      </p>
      {meant && (
        <div className="mt-2 flex flex-wrap gap-2">
          <AdminButton ref={question.choice} onClick={() => answer(() => onChange(meant))}>
            Use {meant}
          </AdminButton>
          <AdminButton className="wrap-anywhere" onClick={() => answer(question.keep)}>
            Create “{value.trim()}”
          </AdminButton>
        </div>
      )}
    </div>
  );
}
