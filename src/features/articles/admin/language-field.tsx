import { useState } from "react";
import { canonicalLanguage, inLanguage } from "#shared/language.ts";
import { nameKey } from "#shared/text.ts";
import type { Option } from "#ui/admin/select.tsx";
import { namesLike, SuggestField } from "#ui/admin/suggest-field.tsx";

const UNKNOWN = "Choose a language from the list, or enter its tag, such as ar or pt-BR.";

type Props = {
  value: string;
  error: string | undefined;
  onChange: (tag: string) => void;
};

/** What is typed, the tag that it stands for, and the value before. */
type Typed = { text: string; tag: string; before: string };

/** The language of an article, by its English name or its tag. A text that is neither leaves the value as it was. */
export function LanguageField({ value, error, onChange }: Props) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  // A value that came from elsewhere replaces what was typed.
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
      // The field has an onBlur of its own.
      onBlurCapture={leave}
      onChange={change}
    />
  );
}

/** The languages that are suggested. Any other can be entered by its tag. */
const COMMON =
  "af am ar bg bn ca ckb cs da de dv el en es et fa fi fil fr ha he hi hr hu id ig it ja ko lt lv ms " +
  "nl no pl ps pt pt-BR ro ru rw sk sl so sr sv sw ta th ti tr uk ur vi yi yo zh-Hans zh-Hant zu";

const names = new Intl.DisplayNames("en", { type: "language" });

/** The English name of a language; its tag if it has none. A copy that an older program stored has no tag. */
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
  return inLanguage(tag).dir === "rtl" ? `Tag: ${tag}. Written from right to left.` : `Tag: ${tag}.`;
}
