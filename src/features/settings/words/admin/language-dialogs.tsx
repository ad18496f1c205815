import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { settingVersion } from "#shared/fingerprint.ts";
import { readTextFile } from "#shared/text-file.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { ConfirmDialog, Dialog } from "#ui/admin/dialog.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { languageName } from "../../facts/rules.ts";
import type { ListedLanguage } from "../endpoints.ts";
import { codeFault, MAX_FILE_BYTES } from "../rules.ts";
import { listedLanguages, saveWords, words } from "./words-kind.ts";

/** Loads the words of a language again, and the counts of all. */
function useReload() {
  const queries = useQueryClient();
  return (language: string) =>
    Promise.all(
      [listedLanguages(), words.query("GET /settings/words/:language", { params: { language } })].map(({ queryKey }) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

type File = { language: string; words: object };

/** The content of a file. Throws an Error with a sentence if it is none of words. */
function parseFile(text: string): File {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new Error("The file is not JSON.");
  }
  const { language, words: given } = (parsed ?? {}) as Partial<File>;
  if (typeof language !== "string" || typeof given !== "object" || given === null)
    throw new Error("The file must be a JSON object with language, direction and words, such as an exported one.");
  const fault = codeFault(language);
  if (fault) throw new Error(fault);
  return parsed as File;
}

type ImportProps = { onClose: () => void; onImported: (language: string) => void };

export function ImportWords({ onClose, onImported }: ImportProps) {
  const api = useEditorApi();
  const show = useToast();
  const reload = useReload();
  const { isBusy, run } = useCall();
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [faults, setFaults] = useState<FieldErrors>({});
  async function read(given: globalThis.File | undefined) {
    setFile(null);
    setFault(undefined);
    setFaults({});
    if (!given) return;
    if (given.size > MAX_FILE_BYTES) return setFault("The file is larger than 1 MB.");
    try {
      setFile(parseFile(await readTextFile(given)));
    } catch (error) {
      setFault(error instanceof Error ? error.message : "The file could not be read.");
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!file) return setFault(fault ?? "Choose a file.");
    void run(
      async () => {
        await saveWords(api, file.language, file);
        await reload(file.language);
        flushSync(onClose);
        onImported(file.language);
        show({ title: "Words imported", description: languageName(file.language) });
      },
      {
        title: "Error importing words",
        fallback: "Could not import the words",
        onFailed: (failure) => failure instanceof ApiError && setFaults(failure.errors),
      },
    );
  }
  return (
    <Dialog wide="form" title="Import words" onClose={onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <p className="text-[0.9375rem] text-pretty text-muted">
          A JSON file as an export has it: language, direction, and a text for each English one. Empty texts reset a
          word, others replace it. A file in a new language adds that language.
        </p>
        <input
          type="file"
          aria-label="File"
          accept=".json,application/json"
          className="block w-full text-sm"
          onChange={({ target }) => void read(target.files?.[0])}
        />
        <div role="alert" className="text-sm text-down empty:hidden">
          {fault && <p className="font-medium">{fault}</p>}
          {Object.keys(faults).length > 0 && (
            <ul className="list-disc space-y-1 pl-5 wrap-anywhere">
              {Object.entries(faults).map(([field, sentence]) => (
                <li key={field}>
                  <bdi>“{field}”</bdi>: {sentence}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Importing..." : "Import"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

type AddProps = { languages: readonly ListedLanguage[]; onClose: () => void; onAdded: (language: string) => void };

export function AddLanguage({ languages, onClose, onAdded }: AddProps) {
  const api = useEditorApi();
  const show = useToast();
  const reload = useReload();
  const { isBusy, run } = useCall();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const code = typed.trim();
    const isKnown = languages.some(({ language }) => language === code);
    const found = codeFault(code) ?? (isKnown ? "This language already exists." : null);
    if (found) return setFault(found);
    void run(
      async () => {
        await saveWords(api, code, { words: {} });
        await reload(code);
        flushSync(onClose);
        onAdded(code);
        show({ title: "Language added", description: languageName(code) });
      },
      { title: "Error adding the language", fallback: "Could not add the language" },
    );
  }
  return (
    <Dialog title="Add a language" onClose={onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <Field
          label="Code of the language"
          name="language"
          placeholder="fr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="For example fr for French, so for Somali, or pt-BR for Portuguese in Brazil. Its texts are empty at first, and readers see English. Export them, translate the file, and import it."
          value={typed}
          error={fault}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Adding..." : "Add"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

export function RemoveWords({ language, onClose }: { language: ListedLanguage; onClose: () => void }) {
  const api = useEditorApi();
  const show = useToast();
  const reload = useReload();
  const { isBusy, run } = useCall();
  const { language: code, is_built_in: isBuiltIn, name } = language;
  const remove = () =>
    run(
      async () => {
        const params = { language: code };
        const { body } = await words.send(api, "GET /settings/words/:language", { params });
        await words.send(api, "DELETE /settings/words/:language", { params, ifMatch: `"${settingVersion(body)}"` });
        flushSync(onClose);
        await reload(code);
        show({ title: isBuiltIn ? "Words reset" : "Language removed", description: name });
      },
      { title: "Error removing words", fallback: "Could not remove the words" },
    );
  return (
    <ConfirmDialog
      title={isBuiltIn ? "Reset all words?" : `Remove ${name}?`}
      confirm={isBuiltIn ? "Reset" : "Remove"}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      Your texts in it will be lost. Export them first to keep them.
    </ConfirmDialog>
  );
}
