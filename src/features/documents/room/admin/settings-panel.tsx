import { ChevronDown, X } from "lucide";
import { type ReactNode, type RefObject, type ToggleEvent, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { ModalFrame } from "#ui/admin/dialog.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";

const isBoolean = (stored: unknown) => (typeof stored === "boolean" ? stored : undefined);

type SettingsGroupProps = {
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
  /** Whether it is folded until the user unfolds it. */
  isFoldedAtFirst?: boolean;
  children: ReactNode;
};

/** A foldable group of settings. The folded state is remembered. */
export function SettingsGroup({
  name,
  title,
  summary,
  errors,
  fields,
  isAsking = false,
  isFoldedAtFirst = false,
  children,
}: SettingsGroupProps) {
  const account = useEditorApi().account() ?? "";
  const [isUnfolded, keepUnfolded] = useKeptChoice(`settings_group:${account}:${name}`, isBoolean, !isFoldedAtFirst);
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
        <h2 className="text-sm font-bold">{title}</h2>
        {!isOpen && <span className="meta min-w-0 truncate">{summary}</span>}
        <Icon icon={ChevronDown} size={18} className={`ml-auto shrink-0 text-muted ${isOpen ? "rotate-180" : ""}`} />
      </summary>
      <div className="space-y-6 pt-2 pb-5">{children}</div>
    </details>
  );
}

/** The state of the open sheet's history entry, so that Back closes the sheet and not the room. */
type SheetState = { settings?: string } | null;

const fieldIn = (state: unknown): string | undefined => (state as SheetState)?.settings;

/** The number of history entries of a room, including its sheet. */
export const entriesOf = (state: unknown): number => (fieldIn(state) === undefined ? 1 : 2);

export function useSettingsSheet() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const field = fieldIn(state);
  const isOpen = field !== undefined;
  return {
    isOpen,
    /** The name of the field, or the id of the part, to focus; empty for the first one. */
    field: field ?? "",
    open(name = "") {
      if (!isOpen) void navigate({ pathname, search }, { state: { ...(state as object | null), settings: name } });
    },
    close() {
      // The browser's state, which is ahead of the rendered one: a second Escape must not leave the room.
      if (fieldIn((window.history.state as { usr?: unknown } | null)?.usr) !== undefined) void navigate(-1);
    },
  };
}

/** From this width on the settings are next to the text. */
export const SIDE_BY_SIDE = "(width >= 64rem)";

type Props = {
  title: string;
  /** Whether a setting has an error or an open question, which opens the sheet. */
  mustBeSeen?: boolean;
  /** A value that changes with each new error or question. */
  errors?: FieldErrors;
  question?: unknown;
  /** The control that answers an open question, focused when the sheet opens. */
  control?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** The settings of a room: next to its text, or on a narrow screen in a sheet opened from the bar. */
export function SettingsPanel({ title, mustBeSeen = false, errors, question, control: answer, children }: Props) {
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  const { isOpen, field, open, close } = useSettingsSheet();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error or question
  useEffect(() => {
    if (mustBeSeen && !isSideBySide) open();
  }, [errors, question]);
  if (isSideBySide)
    return (
      <section aria-labelledby="room-settings" className="room-settings">
        <h2 id="room-settings" className="mb-2 text-sm font-bold">
          {title}
        </h2>
        {children}
      </section>
    );
  return (
    <ModalFrame
      isOpen={isOpen}
      aria-labelledby="room-settings"
      focused={(sheet) =>
        answer?.current ??
        sheet.querySelector<HTMLElement>("[aria-invalid=true]") ??
        sheet.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"], [id="${CSS.escape(field)}"]`)
      }
      onClose={close}
      data-part-of-form
      className="room-settings room-sheet"
    >
      <div className="sheet-head">
        <h2 id="room-settings" className="text-base font-bold">
          {title}
        </h2>
        <AdminIconButton label="Close the settings" className="size-11" onClick={close}>
          <Icon icon={X} size={20} />
        </AdminIconButton>
      </div>
      {children}
    </ModalFrame>
  );
}
