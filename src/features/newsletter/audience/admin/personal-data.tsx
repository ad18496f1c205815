import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton } from "#ui/admin/controls.tsx";
import { saveFile } from "#ui/admin/copy-link.ts";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { type Failure, useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { audience } from "./calls.ts";

type EmailProps = { email: string; hint?: string; error: string | undefined; onChange: (typed: string) => void };

/** The address field for a reader. Browsers must not suggest the editor's own address. */
export function EmailField({ email, onChange, ...rest }: EmailProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      value={email}
      aria-required
      maxLength={254}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  );
}

type Props = {
  /** The person's address; empty to ask for it. */
  email: string;
  onErased: () => void;
  onClose: () => void;
};

/** Downloads all data about one person, subscriber or not, or erases it permanently after confirmation. */
export function PersonalData({ email: given, onErased, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(given);
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector("input")?.focus();
  }, [error]);

  const onFailed: Failure["onFailed"] = (failure, description) => {
    if (failure instanceof ApiError) setError(description);
    setIsAsking(false);
  };
  const onExport = (event: FormEvent) => {
    event.preventDefault();
    void run(
      async () => {
        const { body: data } = await audience.send(api, "POST /newsletter/people/export", { body: { email } });
        const text = JSON.stringify(data, null, 2);
        saveFile(new Blob([text], { type: "application/json" }), `${data.email.replace(/[^\w.@-]/g, "_")}.json`);
        onClose();
        show({ title: "Personal data exported" });
      },
      { title: "Error exporting personal data", fallback: "Could not export the personal data", onFailed },
    );
  };
  const onErase = () =>
    run(
      async () => {
        await audience.send(api, "POST /newsletter/people/erase", { body: { email } });
        onErased();
        show({ title: "Personal data erased" });
      },
      { title: "Error erasing personal data", fallback: "Could not erase the personal data", onFailed },
    );

  if (isAsking)
    return <EraseQuestion email={email} isBusy={isBusy} onErase={onErase} onCancel={() => setIsAsking(false)} />;
  return (
    <Dialog title="Personal data" onClose={onClose}>
      <form ref={form} noValidate onSubmit={onExport} aria-busy={isBusy} className="mt-2 space-y-4">
        <p className="text-[0.9375rem] text-muted">
          All stored data about a person: the subscription, messages and mails.
        </p>
        <EmailField
          email={email}
          error={error}
          onChange={(typed) => {
            setEmail(typed);
            setError(undefined);
          }}
        />
        <Actions
          isBusy={isBusy}
          onErase={() => (email.trim() === "" ? setError("Email is required.") : setIsAsking(true))}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function Actions({ isBusy, onErase, onClose }: { isBusy: boolean; onErase: () => void; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <AdminButton type="submit" variant="primary" isBusy={isBusy}>
        Export everything
      </AdminButton>
      <AdminButton variant="danger" isBusy={isBusy} onClick={onErase}>
        Erase everything
      </AdminButton>
      <AdminButton className="sm:ml-auto" onClick={onClose}>
        Close
      </AdminButton>
    </div>
  );
}

type QuestionProps = { email: string; isBusy: boolean; onErase: () => void; onCancel: () => void };

function EraseQuestion({ email, isBusy, onErase, onCancel }: QuestionProps) {
  return (
    <ConfirmDialog
      title="Erase everything about this person?"
      confirm="Erase everything"
      isBusy={isBusy}
      onConfirm={onErase}
      onCancel={onCancel}
    >
      <p className="wrap-anywhere">
        The subscription of <strong className="text-ink">{email.trim()}</strong>, all messages they wrote and all mails
        to them are deleted. Queued mails are not sent. The statistics of past issues stay, without a name.
      </p>
      <p className="mt-2">This can’t be undone. It also deletes the record that the person unsubscribed.</p>
    </ConfirmDialog>
  );
}
