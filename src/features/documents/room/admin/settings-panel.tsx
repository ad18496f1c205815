import { X } from "lucide";
import { type ReactNode, type RefObject, useEffect } from "react";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { ModalFrame } from "#ui/admin/dialog.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useMedia } from "#ui/admin/use-media.ts";
import { Icon } from "#ui/icon.tsx";
import { useSettingsSheet } from "./settings-sheet.ts";

/** From this width on the settings are next to the text. */
export const BESIDE = "(width >= 64rem)";

type Props = {
  title: string;
  /** Suggestions: above the settings, or below the text if the settings are a sheet. */
  checks?: ReactNode;
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
export function SettingsPanel({
  title,
  checks,
  mustBeSeen = false,
  errors,
  question,
  control: answer,
  children,
}: Props) {
  const isBeside = useMedia(BESIDE);
  const { isOpen, field, open, close } = useSettingsSheet();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error or question
  useEffect(() => {
    if (mustBeSeen && !isBeside) open();
  }, [errors, question]);
  if (isBeside)
    return (
      <section aria-labelledby="room-settings" className="room-settings">
        {checks}
        <h2 id="room-settings" className="mb-2 text-sm font-bold">
          {title}
        </h2>
        {children}
      </section>
    );
  return (
    <>
      {checks && <div className="room-checks">{checks}</div>}
      <ModalFrame
        isOpen={isOpen}
        aria-labelledby="room-settings"
        focused={(sheet) =>
          answer?.current ??
          sheet.querySelector<HTMLElement>("[aria-invalid=true]") ??
          sheet.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)
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
    </>
  );
}
