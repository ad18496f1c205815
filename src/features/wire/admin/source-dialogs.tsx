import { type ChangeEvent, type FormEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { allCategories } from "#features/categories/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { readTextFile } from "#shared/text-file.ts";
import { useApi } from "#shared/use-api.ts";
import { completeAddress } from "#shared/web-address.ts";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { AddedSources, NewSources, WireSource } from "../endpoints.ts";
import { MAX_OPML_BYTES, MAX_TITLE, sourceVersion } from "../rules.ts";
import { wire } from "./triage.ts";

type Props = { onClose: () => void; onSaved: () => void };

function useSaving({ onClose, onSaved }: Props) {
  const show = useToast();
  const { isBusy, run } = useCall();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = (send: () => Promise<{ title: string; description?: string }>) =>
    run(
      async () => {
        const message = await send();
        // Closed first, because nothing outside an open dialog can be focused.
        flushSync(onClose);
        onSaved();
        show(message);
      },
      {
        title: "Error saving source",
        fallback: "Could not save the source",
        onFailed: (failure) => setErrors(failure instanceof ApiError ? failure.errors : {}),
      },
    );
  return { isBusy, errors, setErrors, save };
}

export function addedWords({ added, skipped }: AddedSources): { title: string; description?: string } {
  const title = added.length === 1 ? "Source added" : `${added.length} sources added`;
  const [first] = skipped;
  if (!first) return { title };
  const others = skipped.length === 1 ? "1 was" : `${skipped.length} were`;
  return { title, description: `${others} left out. ${first.url}: ${first.reason}` };
}

/** Adds a feed by an address, or the feeds of an OPML file. */
export function AddSourceDialog(props: Props) {
  const api = useEditorApi();
  const { isBusy, errors, setErrors, save } = useSaving(props);
  const [url, setUrl] = useState("");
  const add = (body: NewSources) =>
    void save(async () => addedWords((await wire.send(api, "POST /sources", { body })).body));
  function submit(event: FormEvent) {
    event.preventDefault();
    add({ url: completeAddress(url) });
  }
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    if (file.size > MAX_OPML_BYTES) setErrors({ opml: "The file is too large for a list of feeds." });
    else add({ opml: await readTextFile(file) });
    target.value = "";
  }
  return (
    <Dialog title="Add a source" wide="form" onClose={props.onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <Field
          name="url"
          type="url"
          label="Address"
          hint="Of an RSS, Atom or JSON feed, of a site that has one, or of an OPML list."
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={errors.url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Field
          name="opml"
          type="file"
          label="Or an OPML file"
          accept=".opml,.xml,text/xml"
          error={errors.opml}
          onChange={choose}
        />
        <Buttons isBusy={isBusy} busy="Fetching..." onClose={props.onClose}>
          Add
        </Buttons>
      </form>
    </Dialog>
  );
}

export function EditSourceDialog({ before, ...props }: Props & { before: WireSource }) {
  const api = useEditorApi();
  const { isBusy, errors, save } = useSaving(props);
  const { data: categories = [] } = useApi(allCategories());
  const [{ url, title, category, is_active }, setValues] = useState(before);
  const set = (change: Partial<WireSource>) => setValues((values) => ({ ...values, ...change }));
  function submit(event: FormEvent) {
    event.preventDefault();
    const sent = {
      params: { id: before.id },
      body: { url, title, category, is_active },
      ifMatch: `"${sourceVersion(before)}"`,
    };
    void save(async () => {
      await wire.send(api, "PUT /sources/:id", sent);
      return { title: "Source changed" };
    });
  }
  return (
    <Dialog title="Edit source" wide="form" onClose={props.onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <Field
          name="title"
          label="Name"
          hint="Editors see it in the inbox, and readers in the credit of drafts."
          maxLength={MAX_TITLE}
          value={title}
          error={errors.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <Field
          name="url"
          type="url"
          label="Address of the feed"
          autoComplete="off"
          spellCheck={false}
          value={url}
          error={errors.url}
          onChange={({ target }) => set({ url: target.value })}
        />
        <Select
          label="Category of drafts"
          value={category}
          options={[{ value: "", label: "The oldest category" }, ...namesOf(categories, category)]}
          onChange={(name) => set({ category: name })}
        />
        <Switch label="Fetch this feed" checked={is_active} onChange={(isOn) => set({ is_active: isOn })} />
        <Buttons isBusy={isBusy} busy="Saving..." onClose={props.onClose}>
          Save
        </Buttons>
      </form>
    </Dialog>
  );
}

/** Categories as options, with the chosen one while they load. */
function namesOf(categories: readonly { name: string }[], chosen: string) {
  const names = categories.map(({ name }) => name);
  const all = chosen === "" || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({ value: name, label: name }));
}

type ButtonProps = { isBusy: boolean; busy: string; onClose: () => void; children: ReactNode };

const Buttons = ({ isBusy, busy, onClose, children }: ButtonProps) => (
  <div className="flex flex-wrap justify-end gap-2">
    <AdminButton onClick={onClose}>Cancel</AdminButton>
    <AdminButton type="submit" variant="primary" isBusy={isBusy}>
      {isBusy ? busy : children}
    </AdminButton>
  </div>
);
