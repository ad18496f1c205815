import { type FormEvent, useState } from "react";
import { ownProfile } from "#features/identity/accounts/admin/calls.ts";
import { NoMailNote } from "#features/mail/admin/no-mail-note.tsx";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { sendTest } from "./calls.ts";

/** Sends an issue to one address as a test: one's own, unless another is entered. */
export function TestDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const api = useEditorApi();
  const show = useToast();
  const { sendsMail } = useSite();
  const own = useApi(ownProfile()).data?.email;
  const [typed, setEmail] = useState<string>();
  const email = typed ?? own ?? "";
  const [error, setError] = useState<string>();
  const { isBusy, run } = useCall();
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        await sendTest(api, id, email);
        if (sendsMail) show({ title: "Test sent", description: `It is on its way to ${email.trim()}.` });
        else show({ title: "Test written to a file", description: `Nothing was sent to ${email.trim()}.` });
        onClose();
      },
      {
        title: "Error sending test",
        fallback: "Could not send the test",
        onFailed: (failure) => setError(failure instanceof ApiError ? failure.errors.email : undefined),
      },
    );
  }
  return (
    <Dialog title="Send a test" onClose={onClose}>
      <form onSubmit={onSubmit} aria-busy={isBusy} className="mt-3">
        <NoMailNote />
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoFocus
          autoComplete="email"
          hint="Only this address gets it; its subject begins with Test."
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" disabled={isBusy}>
            {isBusy ? "Sending..." : "Send test"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
