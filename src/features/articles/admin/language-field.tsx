import { useState } from "react";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { languageHint, languageName, languagesLike, languageTag } from "./language-names.ts";

const UNKNOWN = "Choose a language from the list, or enter its tag, such as ar or pt-BR.";

type Props = {
  /** The language's tag; empty for the site's language. */
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
