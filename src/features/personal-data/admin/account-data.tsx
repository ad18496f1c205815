import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import { people, peopleChanged } from "#features/identity/people/admin/people-screen.tsx";
import type { User } from "#features/identity/people/endpoints.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { saveFile } from "#ui/admin/copy-link.ts";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { PersonalDataEndpoints } from "../endpoints.ts";

const personalData = editorClientOf<PersonalDataEndpoints>();

/** All personal data of an account, as a JSON file. Throws `ApiError` or `NetworkError`. */
const exportAccount = (api: EditorApi, id: number): Promise<Blob> =>
  api.download(personalData.url("GET /accounts/users/:id/export", { params: { id } }), "application/json");

type Props = { user: User; onErased: () => void; onClose: () => void };

/** Downloads all personal data of an account, or erases it permanently. */
export function AccountData({ user, onErased, onClose }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [isErasing, setIsErasing] = useState(false);
  if (isErasing) return <Erasure user={user} onErased={onErased} onClose={onClose} />;
  const onExport = () =>
    run(
      async () => {
        saveFile(await exportAccount(api, user.id), `person-${user.id}.json`);
        onClose();
        show({ title: "Personal data exported" });
      },
      { title: "Error exporting personal data", fallback: "Could not export the personal data" },
    );
  return (
    <Dialog title={`Personal data of ${user.name}`} onClose={onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        All stored data about {user.email}: the account, sessions, second factors, articles, pictures, notes, entries of
        the audit log, and data from this address as a reader.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <AdminButton variant="primary" isBusy={isBusy} onClick={() => void onExport()}>
          Export everything
        </AdminButton>
        <AdminButton variant="danger" isBusy={isBusy} onClick={() => setIsErasing(true)}>
          Erase...
        </AdminButton>
        <AdminButton className="sm:ml-auto" onClick={onClose}>
          Close
        </AdminButton>
      </div>
    </Dialog>
  );
}

const NOT_THE_EMAIL = "This is not the person’s email.";

/** Explains the consequences, and asks for the person's address, so that an accidental click erases no one. */
function Erasure({ user: { id, name, email }, onErased, onClose }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim().toLowerCase() !== email) {
      setError(NOT_THE_EMAIL);
      form.current?.querySelector("input")?.focus();
      return;
    }
    void run(
      async () => {
        await people.send(api, "DELETE /accounts/users/:id", { params: { id }, query: { erase: "true" } });
        onErased();
        peopleChanged(client);
        show({ title: "Personal data erased" });
      },
      { title: "Error erasing personal data", fallback: "Could not erase the personal data" },
    );
  }
  return (
    <Dialog title={`Erase ${name}?`} onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit} aria-busy={isBusy} className="mt-2">
        <ul className="list-disc space-y-1.5 pl-5 text-[0.9375rem] text-muted wrap-anywhere">
          <li>The account is deleted, with its password, second factors, sessions, picture and biography.</li>
          <li>Articles stay. Their bylines become “{FORMER_AUTHOR}”, in versions and in the trash too.</li>
          <li>Notes and uploaded pictures stay without the name.</li>
          <li>The subscription, messages and mails of this address are deleted.</li>
          <li>The audit log keeps only the number {id}.</li>
          <li>Mentions of the person in texts, and pictures of them, stay.</li>
        </ul>
        <p className="mt-3 text-[0.9375rem] font-semibold">This cannot be undone.</p>
        <Field
          className="mt-4"
          label={`Type ${email} to confirm`}
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="danger" isBusy={isBusy}>
            Erase permanently
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
