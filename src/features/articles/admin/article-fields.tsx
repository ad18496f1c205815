import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { allCategories, meantBy } from "#features/categories/rules.ts";
import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import { topicSearchKey } from "#features/topics/rules.ts";
import { canonicalLanguage, inLanguage } from "#shared/language.ts";
import { nameKey } from "#shared/text.ts";
import { useApi } from "#shared/use-api.ts";
import { ChipsField, joinList, splitList } from "#ui/admin/chips-field.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DateTimeField } from "#ui/admin/date-fields.tsx";
import { isInstant } from "#ui/admin/date-values.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import type { Option } from "#ui/admin/select.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";
import { SUGGEST_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import type { UsedTag } from "../list/schema.ts";
import { UNCATEGORIZED } from "../rules.ts";
import type { ArticleDetail } from "../schema.ts";
import { articles } from "./calls.ts";

/**
 * Delay after the last keystroke before a name is compared with the others, as half-typed names resemble complete ones.
 */
const CATEGORY_DEBOUNCE_MS = 600;

export type CategoryQuestion = ReturnType<typeof useCategoryQuestion>;

/**
 * Asks for confirmation before a name close to an existing category creates a new one. `stored` is the current
 * category.
 */
export function useCategoryQuestion(typed: string, stored: string) {
  const { data: categories = [], isLoading, failureCount } = useApi(allCategories());
  // Not while a save is retried: a save that cannot reach the server waits by itself.
  const isAwaited = isLoading && failureCount === 0;
  const [kept, setKept] = useState<string | null>(null);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const choice = useRef<HTMLButtonElement>(null);
  // A backend of the specification decides by itself whether a new name creates a category.
  const mayCreate = useHasNewsroom();
  const isAnswered = !mayCreate || nameKey(typed) === nameKey(stored) || nameKey(typed) === kept;
  const meant = isAnswered ? null : (meantBy(typed, categories)?.name ?? null);
  const isPause = useSettled(typed, CATEGORY_DEBOUNCE_MS) === typed;
  const resume = () => {
    setHeld(null);
    held?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs the waiting action once the categories are loaded
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
     * Calls `then` immediately, or after the user has answered the question, which gets the focus. Waits for the
     * categories if necessary.
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

type CategoryFieldProps = {
  value: string;
  error: string | undefined;
  question: CategoryQuestion;
  onChange: (name: string) => void;
};

/** The category of an article: free text with suggestions, and a question about names that look misspelled. */
export function CategoryField({ value, error, question, onChange }: CategoryFieldProps) {
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

const UNKNOWN = "Choose a language from the list, or enter its tag, such as ar or pt-BR.";

type LanguageFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (tag: string) => void;
};

type Typed = { text: string; tag: string; before: string };

/** The language of an article, by English name or tag. Other text leaves the value unchanged. */
export function LanguageField({ value, error, onChange }: LanguageFieldProps) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  // A value set elsewhere replaces the typed text.
  const current = typed?.tag === value ? typed : null;
  const isUnknown = current !== null && languageTag(current.text) === null;
  function change(text: string) {
    const before = current?.before ?? value;
    const tag = languageTag(text) ?? before;
    setTyped({ text, tag, before });
    onChange(tag);
  }
  function leave() {
    setIsEditing(false);
    if (!isUnknown) setTyped(null);
  }
  return (
    <SuggestField
      label="Language"
      name="language"
      hint={languageHint(value)}
      value={current?.text ?? languageName(value)}
      error={isUnknown && !isEditing ? UNKNOWN : error}
      offersFor={languagesLike}
      onFocus={() => setIsEditing(true)}
      onBlurCapture={leave}
      onChange={change}
    />
  );
}

/** The suggested languages. Others can be entered by their tag. */
const COMMON =
  "af am ar bg bn ca ckb cs da de dv el en es et fa fi fil fr ha he hi hr hu id ig it ja ko lt lv ms " +
  "nl no pl ps pt pt-BR ro ru rw sk sl so sr sv sw ta th ti tr uk ur vi yi yo zh-Hans zh-Hant zu";

const names = new Intl.DisplayNames("en", { type: "language" });

/** The English name of a language, or its tag if it has none. Copies stored before languages existed have no tag. */
export const languageName = (tag: string | undefined): string =>
  tag && canonicalLanguage(tag) ? (names.of(tag) ?? tag) : (tag ?? "");

const optionOf = (tag: string): Option => ({ value: languageName(tag), label: languageName(tag), hint: tag });
const SUGGESTED = COMMON.split(" ")
  .map(optionOf)
  .toSorted((one, other) => one.label.localeCompare(other.label, "en"));

export function languageTag(typed: string): string | null {
  const wanted = typed.trim();
  if (wanted === "") return "";
  const named = SUGGESTED.find(({ label }) => nameKey(label) === nameKey(wanted));
  return named?.hint ?? canonicalLanguage(wanted);
}

export function languagesLike(typed: string): Option[] {
  const tag = canonicalLanguage(typed.trim());
  const tagged = tag !== null && languageName(tag) !== tag ? [optionOf(tag)] : [];
  return [...tagged, ...namesLike(SUGGESTED, typed).filter(({ hint }) => hint !== tag)];
}

export function languageHint(tag: string | undefined): string {
  if (!tag) return "Leave empty for English.";
  return inLanguage(tag).dir === "rtl" ? `Tag: ${tag}. This language is written from right to left.` : `Tag: ${tag}.`;
}

const counted = (count: number) => (count === 1 ? "1 article" : `${count} articles`);

export const usedTags = (query: string) => articles.query("GET /tags", { query: query === "" ? {} : { query } });

type TagsFieldProps = {
  label?: string;
  name?: string;
  hint?: string;
  /** As text (`splitList`). */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** Suggestions for a text among topics, which may be those of the text before; names that begin with it come first. */
export function offersOf(known: readonly UsedTag[], typed: string): Option[] {
  const key = topicSearchKey(typed);
  const found = known.filter(({ name, alias = "" }) => [name, alias].some((one) => topicSearchKey(one).includes(key)));
  const isLater = ({ name }: UsedTag) => (topicSearchKey(name).startsWith(key) ? 0 : 1);
  return found
    .toSorted((left, right) => isLater(left) - isLater(right))
    .map(({ name, alias, count }) => ({
      value: name,
      label: name,
      hint: alias === undefined ? counted(count) : `${alias} · ${counted(count)}`,
    }));
}

/** Returns the names of known topics for texts that are their names or aliases, and other texts as they are. */
export function topicNames(known: readonly UsedTag[], texts: readonly string[]): string[] {
  const names = new Map(known.map(({ name, alias = name }) => [nameKey(alias), name]));
  return texts.map((text) => names.get(nameKey(text)) ?? text);
}

/** Tags, with the names of topics as suggestions, also for their aliases; another name makes a topic. */
export function TagsField({ label = "Tags", name, hint, value, error, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim().slice(0, 100), SUGGEST_AFTER_MS);
  const known = useApi(usedTags(query), { placeholderData: keepPreviousData }).data ?? [];
  return (
    <ChipsField
      label={label}
      {...(name && { name })}
      values={splitList(value)}
      error={error}
      hint={hint ?? "Press Enter to add the first suggestion, or a comma to add the tag as typed."}
      split={(text) => topicNames(known, splitList(text))}
      offersFor={(text) => offersOf(known, text)}
      onType={setTyped}
      onChange={(tags) => onChange(joinList(tags))}
    />
  );
}

type Props = {
  names: string[];
  error: string | undefined;
  onChange: (names: string[]) => void;
};

export function AuthorsField({ names, error, onChange }: Props) {
  const known = (useApi(allAuthors()).data ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <ChipsField
      label="Authors"
      name="authors"
      values={names}
      error={error}
      hint="Press Enter to add the first suggestion, or a comma to add the name as typed. The byline keeps this order."
      split={splitList}
      offersFor={(typed) => namesLike(known, typed)}
      onChange={onChange}
    />
  );
}

type PublicationFieldProps = {
  value: string | null;
  status: ArticleDetail["status"];
  stored: Pick<ArticleDetail, "status" | "published_date"> | null;
  /** The newsroom's time zone; null until it is loaded. */
  zone: string | null;
  error?: string | undefined;
  onChange: (value: string | null) => void;
};

function consequenceOf({ value, status, stored, zone }: Omit<PublicationFieldProps, "onChange">): string {
  if (value !== null && !isInstant(value)) return "";
  const timeOf = (iso: string) => exactTime(iso, zone ?? "UTC");
  const isAhead = value !== null && Date.parse(value) > Date.now();
  if (status !== "published") {
    if (value === null) return "Only editors see a draft.";
    return `Only editors see a draft. When you publish it, it gets this date: ${timeOf(value)}.`;
  }
  if (value === null) {
    const date = stored?.status === "published" ? stored.published_date : null;
    // Clearing the date of a public article keeps it; clearing that of a scheduled one publishes it now.
    const isPublic = date !== null && Date.parse(date) <= Date.now();
    return isPublic ? `Keeps its publication date: ${timeOf(date)}.` : "Saving sets the date to now.";
  }
  return isAhead
    ? `Scheduled: readers will see it from ${timeOf(value)}.`
    : `Published with the date ${timeOf(value)}.`;
}

export function PublicationField({ value, status, stored, zone, error, onChange }: PublicationFieldProps) {
  return (
    <div>
      <DateTimeField
        label="Publication date and time"
        name="published_date"
        value={value}
        zone={zone}
        error={error}
        onChange={onChange}
      />
      <p role="status" className="meta mt-1">
        {consequenceOf({ value, status, stored, zone })}
      </p>
    </div>
  );
}
