import { LANGUAGES } from "#features/content/model.ts";
import { Select } from "#ui/admin/select.tsx";

type Props = {
  /** The name of the language; empty for none. */
  value: string;
  disabled: boolean;
  onChange: (language: string) => void;
};

const KNOWN = [
  { value: "", label: "Plain text" },
  ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
];

/** The choice of a language above a block of code; one from elsewhere, which is not among ours, is kept. */
export function CodeLanguageSelect({ value, disabled, onChange }: Props) {
  const isKnown = KNOWN.some((option) => option.value === value);
  return (
    <Select
      label="Language of the code"
      labelHidden
      value={value}
      options={isKnown ? KNOWN : [...KNOWN, { value, label: value }]}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
