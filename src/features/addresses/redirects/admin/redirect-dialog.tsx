import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton, RadioGroup } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { Redirect, RedirectEndpoints } from "../endpoints.ts";
import { isGone, MAX_REASON, type RedirectCode, redirectVersion } from "../rules.ts";

const redirects = editorClientOf<RedirectEndpoints>();

/** `before`: the stored redirect that is changed; null for a new one. */
export type Draft = { from: string; to: string; code: number; reason: string; before: Redirect | null };

const KINDS = [
  { value: "301", label: "Moved permanently (301)" },
  { value: "302", label: "Moved temporarily (302)" },
  { value: "410", label: "Removed (410)" },
  { value: "451", label: "Withheld for legal reasons (451)" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

type Props = { draft: Draft; onClose: () => void; onSaved: () => void };

/** Stores a redirect, then closes the dialog. */
function useSaving({ draft: { before }, onClose, onSaved }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = (body: { from: string; to: string; code: RedirectCode; reason: string }) =>
    run(
      async () => {
        if (before) {
          const ifMatch = `"${redirectVersion(before)}"`;
          await redirects.send(api, "PUT /redirects/:id", { params: { id: before.id }, body, ifMatch });
        } else await redirects.send(api, "POST /redirects", { body });
        // Closed first, because nothing outside an open dialog can be focused.
        flushSync(onClose);
        onSaved();
        show({ title: before ? "Redirect changed" : "Redirect added" });
      },
      {
        title: "Error saving redirect",
        fallback: "Could not save the redirect",
        onFailed: (failure) => setErrors(failure instanceof ApiError ? failure.errors : {}),
      },
    );
  return { isBusy, errors, save };
}

const TYPING = { autoComplete: "off", autoCapitalize: "none", spellCheck: false };

/** The form of a redirect. */
export function RedirectDialog(props: Props) {
  const { draft, onClose } = props;
  const { isBusy, errors, save } = useSaving(props);
  const [typed, setTyped] = useState({ from: draft.from, to: draft.to, reason: draft.reason });
  const [kind, setKind] = useState(String(draft.code) as Kind);
  const code = Number(kind) as RedirectCode;
  const fieldOf = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    void save({ ...typed, code });
  }
  return (
    <Dialog title={draft.before ? "Edit redirect" : "New redirect"} onClose={onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <Field
          {...TYPING}
          {...fieldOf("from")}
          label="From"
          hint="A path, such as /2024/old-story. A * at the end matches everything below, and :name matches one segment."
        />
        <RadioGroup legend="Kind" options={KINDS} value={kind} onChange={setKind} />
        {!isGone(code) && (
          <Field
            {...TYPING}
            {...fieldOf("to")}
            label="To"
            hint="A path of this site, or an address of another site. It can use * and :name from above."
          />
        )}
        {code === 451 && (
          <Field
            {...fieldOf("reason")}
            label="Reason"
            rows={3}
            maxLength={MAX_REASON}
            hint="Readers see it instead of the page."
          />
        )}
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
