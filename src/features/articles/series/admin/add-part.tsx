import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { articleListPage } from "#features/articles/admin/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { offersNow, SuggestField } from "#ui/admin/suggest-field.tsx";
import { SUGGEST_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import type { SeriesPart } from "../endpoints.ts";

const MAX_OFFERS = 10;

type Props = { parts: readonly SeriesPart[]; onAdd: (part: SeriesPart) => void };

/** Finds an article by words of its title, and adds it at the end. */
export function AddPart({ parts, onAdd }: Props) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const query = useSettled(typed.trim().slice(0, 100), SUGGEST_AFTER_MS);
  const { data, isPlaceholderData } = useApi(articleListPage({ query }, 1), { placeholderData: keepPreviousData });
  const found = data?.items ?? [];
  const isCurrent = query === typed.trim() && !isPlaceholderData;
  const others = found.filter(({ id }) => parts.every((part) => part.id !== id));
  const options = others
    .slice(0, MAX_OFFERS)
    .map(({ title, category }) => ({ value: title, label: title, hint: category }));
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
          offersFor={(text) => offersNow(options, text, isCurrent)}
          onChange={(value) => {
            setTyped(value);
            setError(undefined);
          }}
        />
      </div>
      <AdminButton type="submit" className="min-h-11.5 sm:mt-[1.6875rem]">
        Add
      </AdminButton>
    </form>
  );
}
