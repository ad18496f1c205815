import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import type { SeriesPart } from "../endpoints.ts";

/** Delay after the last keystroke before articles are requested, in milliseconds. */
const TYPING_DEBOUNCE_MS = 150;
const MAX_OFFERS = 10;

type Props = { parts: readonly SeriesPart[]; onAdd: (part: SeriesPart) => void };

/** Finds an article by words of its title, and adds it at the end. */
export function AddPart({ parts, onAdd }: Props) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const query = useSettled(typed.trim().slice(0, 100), TYPING_DEBOUNCE_MS);
  const found = useApi(articleListPage({ query }, 1), { placeholderData: keepPreviousData }).data?.items ?? [];
  const others = found.filter(({ id }) => parts.every((part) => part.id !== id));
  function add() {
    const chosen = others.find(({ title }) => title === typed.trim());
    if (!chosen) {
      setError("Choose one of the articles.");
      return;
    }
    const { id, title, status, published_date } = chosen;
    onAdd({ id, title, status, published_date });
    setTyped("");
  }
  return (
    <form
      noValidate
      className="mt-5 flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="min-w-0 grow basis-64">
        <SuggestField
          label="Add an article"
          name="article"
          value={typed}
          error={error}
          offersFor={() =>
            others.slice(0, MAX_OFFERS).map(({ title, category }) => ({ value: title, label: title, hint: category }))
          }
          onChange={(value) => {
            setTyped(value);
            setError(undefined);
          }}
        />
      </div>
      <AdminButton type="submit" className="sm:mt-7">
        Add
      </AdminButton>
    </form>
  );
}
