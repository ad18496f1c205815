import { type FormEvent, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { MAX_NOTE_LENGTH } from "../rules.ts";
import type { Revision } from "../schema.ts";

type Props = { revision: Revision; name: (n: number, note: string) => Promise<void> };

/** Gives a version a name, under which it is found again, or takes it away. */
export function RevisionName({ revision, name: store }: Props) {
  const show = useToast();
  const { isBusy, run } = useCall();
  const [name, setName] = useState(revision.note);
  async function submit(event: FormEvent) {
    event.preventDefault();
    const note = name.trim();
    await run(
      async () => {
        await store(revision.n, note);
        show({ title: note === "" ? "Name removed" : "Version named" });
      },
      { title: "Error naming the version", fallback: "Could not name the version" },
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field
        className="min-w-0 flex-1"
        label="Name of this version"
        placeholder="None"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {name.trim() !== revision.note && (
        <AdminButton type="submit" isBusy={isBusy} className="min-h-11">
          {isBusy ? "Naming..." : "Name it"}
        </AdminButton>
      )}
    </form>
  );
}
