import { type FormEvent, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { MAX_REASON_LENGTH } from "../../rules.ts";

type Props = { isBusy: boolean; onClose: () => void; onOverride: (reason: string) => Promise<void> };

/** Asks a chief why an article is published without a second person. */
export function OverrideDialog({ isBusy, onClose, onOverride }: Props) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === "") return setError("Say why.");
    void onOverride(reason.trim());
  }
  return (
    <OutsideForm>
      <Dialog title="Publish without a second person" onClose={onClose}>
        <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
          <p className="text-[0.9375rem]">
            Exactly this text can be published then, by anybody who may. The audit log keeps your name and the reason.
          </p>
          <Field
            label="Reason"
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            error={error}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <AdminButton onClick={onClose}>Cancel</AdminButton>
            <AdminButton type="submit" variant="primary" isBusy={isBusy}>
              Override approval
            </AdminButton>
          </div>
        </form>
      </Dialog>
    </OutsideForm>
  );
}
