import { ChevronDown } from "lucide";
import { type ReactNode, type ToggleEvent, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { Icon } from "#ui/icon.tsx";

const isBoolean = (stored: unknown) => (typeof stored === "boolean" ? stored : undefined);

type Props = {
  /** Storage name of the folded state. */
  name: string;
  title: string;
  /** A summary of the values, shown while folded. */
  summary: string;
  errors: FieldErrors;
  /** Field names; an error of one opens the group. */
  fields: readonly string[];
  /** Whether it contains an open question, which opens it too. */
  isAsking?: boolean;
  children: ReactNode;
};

/** A foldable group of settings. The folded state is remembered. */
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
