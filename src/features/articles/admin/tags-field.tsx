import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#shared/use-api.ts";
import { ChipsField } from "#ui/admin/chips-field.tsx";
import { namesLike } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { joinList, splitList } from "#ui/admin/typed-list.ts";
import { articles } from "./calls.ts";

/** Delay after the last keystroke before tags are requested, in milliseconds. */
const TYPING_DEBOUNCE_MS = 150;

const counted = (count: number) => (count === 1 ? "1 article" : `${count} articles`);

export const usedTags = (query: string) => articles.query("GET /tags", { query: query === "" ? {} : { query } });

type Props = {
  label?: string;
  name?: string;
  hint?: string;
  /** As a form has them (`splitList`). */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** Tags, with those of other articles as suggestions. */
export function TagsField({ label = "Tags", name, hint, value, error, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim().slice(0, 100), TYPING_DEBOUNCE_MS);
  const known = useApi(usedTags(query), { placeholderData: keepPreviousData }).data ?? [];
  const options = known.map((tag) => ({ value: tag.name, label: tag.name, hint: counted(tag.count) }));
  return (
    <ChipsField
      label={label}
      {...(name && { name })}
      values={splitList(value)}
      error={error}
      hint={hint ?? "Enter adds the first suggestion, a comma the tag as typed."}
      split={splitList}
      offersFor={(text) => namesLike(options, text)}
      onType={setTyped}
      onChange={(tags) => onChange(joinList(tags))}
    />
  );
}
