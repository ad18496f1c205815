import { type FormEvent, type ReactNode, useState } from "react";
import type { Field, Fields, ValuesOf } from "#shared/fields/fields.ts";
import { useApi } from "#shared/use-api.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { AdminButton } from "../controls.tsx";
import { Dialog } from "../dialog.tsx";
import { FailedNote } from "../panel.tsx";
import { controlsOf } from "./field-control.tsx";
import { type FormValues, inWords, sentOf, typedOf } from "./form-values.ts";
import { type Setting, useSetting } from "./setting.ts";

type StoredProps<Value extends object> = {
  setting: Pick<Setting<Value, never>, "query">;
  failed: string;
  /** The size of the placeholder until it is loaded. */
  skeleton: string;
  children: (stored: Value) => ReactNode;
};

/** A setting as it is stored, once it is loaded. */
export function StoredSetting<Value extends object>({ setting, failed, skeleton, children }: StoredProps<Value>) {
  const { data, isError, refetch } = useApi(setting.query);
  if (data) return children(data);
  if (isError) return <FailedNote onRetry={refetch}>{failed}</FailedNote>;
  return <Skeleton className={skeleton} />;
}

/**
 * The form of a setting with a few declared fields, which a button saves. Untouched fields follow the stored value, also
 * if another user changes it.
 */
export function useSettingForm<F extends Fields, Saved extends ValuesOf<F>>(
  setting: Setting<ValuesOf<F>, ValuesOf<F>, Saved>,
  fields: F,
  before: ValuesOf<F>,
) {
  const [typed, setTyped] = useState<Partial<FormValues<F>>>({});
  const [opened] = useState(before);
  const { isBusy, save, touched, ...failed } = useSetting(setting, before);
  const stored = typedOf(fields, before);
  const values: FormValues<F> = { ...stored, ...typed };
  const errors = { ...othersChanges(fields, typedOf(fields, opened), stored, typed), ...failed.errors };
  const change = (changed: Partial<FormValues<F>>) => {
    setTyped({ ...typed, ...changed });
    touched(changed);
  };
  return {
    isBusy,
    values,
    change,
    isChanged: Object.keys(fields).some((name) => values[name] !== stored[name]),
    controlOf: controlsOf(fields, { values, errors, change }),
    save: (onSaved?: (saved: Saved) => string | undefined) =>
      void save(sentOf(fields, values), (saved) => {
        setTyped({});
        return onSaved?.(saved);
      }),
  };
}

/** Names what another user has stored in typed fields since the form opened. */
function othersChanges<F extends Fields>(
  fields: F,
  opened: FormValues<F>,
  stored: FormValues<F>,
  typed: Partial<FormValues<F>>,
): Record<string, string> {
  const changed = Object.keys(typed).filter((name) => opened[name] !== stored[name] && typed[name] !== stored[name]);
  return Object.fromEntries(
    changed.map((name) => [
      name,
      `Another user has set it to ${inWords(fields[name] as Field, stored[name] as string | boolean)}.`,
    ]),
  );
}

type FormProps = { isBusy: boolean; className: string; onSubmit: () => void; children: ReactNode };

export const PlainForm = ({ isBusy, className, onSubmit, children }: FormProps) => (
  <form
    noValidate
    aria-busy={isBusy}
    className={className}
    onSubmit={(event: FormEvent) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

type DialogProps = Omit<FormProps, "className"> & { title: string; save: string; onClose: () => void };

/** A setting that is changed in a dialog. */
export const SettingDialog = ({ title, save, onClose, children, ...form }: DialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <PlainForm {...form} className="mt-4 space-y-5">
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <AdminButton onClick={onClose}>Cancel</AdminButton>
        <AdminButton type="submit" variant="primary" isBusy={form.isBusy}>
          {form.isBusy ? "Saving..." : save}
        </AdminButton>
      </div>
    </PlainForm>
  </Dialog>
);
