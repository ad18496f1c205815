import { ChevronDown } from "lucide";
import { type ReactNode, type ToggleEvent, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { Icon } from "#ui/icon.tsx";

const isBoolean = (stored: unknown) => (typeof stored === "boolean" ? stored : undefined);

type Props = {
  /** What this browser keeps under its name: whether the user has folded it. */
  name: string;
  title: string;
  /** The values in a line, shown while it is folded. */
  summary: string;
  errors: FieldErrors;
  /** The names of its fields: an error of one opens it. */
  fields: readonly string[];
  /** Whether it asks something, which opens it too. */
  isAsking?: boolean;
  children: ReactNode;
};

/** Settings that belong together, under a heading that folds them. They stay as the user leaves them. */
export function SettingsGroup({ name, title, summary, errors, fields, isAsking = false, children }: Props) {
  const account = useEditorApi().account() ?? "";
  const [isUnfolded, keepUnfolded] = useKeptChoice(`settings_group:${account}:${name}`, isBoolean, true);
  const mustBeSeen = isAsking || fields.some((field) => errors[field]);
  const [isForced, setIsForced] = useState(mustBeSeen);
  const [seen, setSeen] = useState({ errors, isAsking });
  if (errors !== seen.errors || isAsking !== seen.isAsking) {
    setSeen({ errors, isAsking });
    if (mustBeSeen) setIsForced(true);
  }
  const isOpen = isUnfolded || isForced;
  function onToggle({ currentTarget }: ToggleEvent<HTMLDetailsElement>) {
    if (currentTarget.open === isOpen) return;
    setIsForced(false);
    keepUnfolded(currentTarget.open);
  }
  return (
    <details open={isOpen} onToggle={onToggle} className="settings-group">
      <summary>
        <h3 className="text-sm font-bold">{title}</h3>
        {!isOpen && <span className="meta min-w-0 truncate">{summary}</span>}
        <Icon icon={ChevronDown} size={18} className={`ml-auto shrink-0 text-muted ${isOpen ? "rotate-180" : ""}`} />
      </summary>
      <div className="space-y-6 pt-2 pb-5">{children}</div>
    </details>
  );
}
