import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DateField } from "#ui/admin/date-fields.tsx";
import { problemOfDay } from "#ui/admin/date-values.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "#ui/admin/field-errors.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { MAX_SYMBOL_LENGTH } from "../../rules.ts";
import type { Holding } from "../../schema.ts";
import { type HoldingValues, saveHolding } from "../calls.ts";

type Props = {
  /** What is changed; undefined to register a new one, from `today` on. */
  holding: Holding | undefined;
  today: string;
  onClose: () => void;
  onSaved: (holding: Holding) => void;
};

/** Registers a holding or changes one. */
export function HoldingDialog({ holding, today, onClose, onSaved }: Props) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [values, setValues] = useState<HoldingValues>({
    symbol: holding?.symbol ?? "",
    from: holding?.from ?? today,
    to: holding?.to ?? "",
  });
  useErrorFocus(form, errors);
  useEffect(() => first.current?.focus(), []);
  const change = (part: Partial<HoldingValues>) => {
    setValues({ ...values, ...part });
    setErrors(errorsAfter(errors, part));
  };
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const problems = Object.entries({ from: problemOfDay(values.from, today), to: problemOfDay(values.to, today) });
    const unread = problems.filter((each): each is [string, string] => each[1] !== undefined);
    setErrors(Object.fromEntries(unread));
    if (unread.length > 0) return;
    void run(async () => onSaved(await saveHolding(api, holding?.id, values)), {
      title: holding ? "The holding was not changed" : "The holding was not registered",
      fallback: "Please try again.",
      onFailed: (error) => setErrors(error instanceof ApiError ? error.errors : {}),
    });
  }
  const field = (name: keyof HoldingValues) => ({ name, value: values[name], error: errors[name] });
  return (
    <Dialog title={holding ? `Change ${holding.symbol}` : "Register a holding"} onClose={onClose}>
      <form ref={form} onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        <Field
          {...field("symbol")}
          ref={first}
          autoComplete="off"
          onChange={({ target }) => change({ symbol: target.value })}
          label="Symbol"
          hint="As a ticker has it, for example BTC."
          maxLength={MAX_SYMBOL_LENGTH}
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            {...field("from")}
            label="Held from"
            today={today}
            required
            onChange={(from) => change({ from })}
          />
          <DateField
            {...field("to")}
            label="Until"
            today={today}
            hint="Empty while you hold it."
            onChange={(to) => change({ to })}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
