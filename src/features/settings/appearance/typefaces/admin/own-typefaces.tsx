import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { sizeWords } from "#ui/admin/amounts.ts";
import { AdminButton, Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { Dialog, OutsideForm } from "#ui/admin/dialog.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { TYPEFACE_ROLES, type TypefaceRole } from "../../fonts.ts";
import type { ShownTypeface, TypefaceEndpoints } from "../endpoints.ts";
import { MAX_LICENCE_LENGTH, MAX_TYPEFACE_BYTES, MAX_TYPEFACES, ROLE_NAMES, TYPEFACE_FILES } from "../rules.ts";

const typefaces = editorClientOf<TypefaceEndpoints>();
const listed = () => typefaces.query("GET /settings/typefaces");

/** The uploaded typefaces; undefined until they are loaded. */
export const useTypefaces = () => useApi(listed());

/** Loads the typefaces again, and the preview that shows them. */
function useReload() {
  const queries = useQueryClient();
  return () =>
    Promise.all([listed().queryKey, ["site-preview"]].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** A family name of the specimens alone. */
const specimenOf = ({ key }: ShownTypeface) => `Specimen ${key}`;

/** Defines the families of the specimens, by a style sheet as the page's policy allows it. */
function useSpecimens(faces: readonly ShownTypeface[]): void {
  const rules = faces.map((face) => `@font-face{font-family:"${specimenOf(face)}";src:url("${face.url}")}`).join("\n");
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rules]);
}

type Props = {
  /** After one was removed: those that are left. */
  onRemoved: (left: readonly ShownTypeface[]) => void;
};

/** Lists the newsroom's own typefaces with specimens. Uploads and removals are saved immediately. */
export function OwnTypefaces({ onRemoved }: Props) {
  const api = useEditorApi();
  const reload = useReload();
  const { data: faces, isError, refetch } = useTypefaces();
  const [isOpen, setIsOpen] = useState(false);
  const upload = useRef<HTMLButtonElement>(null);
  useSpecimens(faces ?? []);
  const { ask, question } = useDeletion<ShownTypeface>({
    words: {
      title: "Remove this typeface?",
      confirm: "Remove typeface",
      busy: "Removing...",
      deleted: "Typeface removed",
      failed: "Error removing the typeface",
      fallback: "Could not remove the typeface",
    },
    consequence: (face) =>
      `${face.name} and its files are deleted. Without another one, the site returns to its former typefaces.`,
    call: ({ key }) => typefaces.send(api, "DELETE /settings/typefaces/:key", { params: { key } }),
    onDeleted: (removed) => {
      upload.current?.focus();
      onRemoved((faces ?? []).filter(({ key }) => key !== removed.key));
      void reload();
    },
  });
  return (
    <section aria-label="Own typefaces" className="space-y-3">
      <h2 className="text-sm font-semibold">Own typefaces</h2>
      {isError && <FailedNote onRetry={() => void refetch()}>Could not load the typefaces.</FailedNote>}
      {faces && faces.length > 0 && (
        <ul className="divide-y divide-rule border-y border-rule">
          {faces.map((face) => (
            <TypefaceRow key={face.key} face={face} onRemove={() => ask(face)} />
          ))}
        </ul>
      )}
      {faces && (
        <>
          <p className="meta text-pretty">{noteFor(faces.length)}</p>
          <AdminButton ref={upload} disabled={faces.length >= MAX_TYPEFACES} onClick={() => setIsOpen(true)}>
            Upload typeface
          </AdminButton>
        </>
      )}
      <OutsideForm>
        {question}
        {isOpen && <UploadTypeface onClose={() => setIsOpen(false)} />}
      </OutsideForm>
    </section>
  );
}

function noteFor(count: number): string {
  if (count === 0) return "Upload a typeface for headlines or long texts, then choose it under Typefaces.";
  if (count >= MAX_TYPEFACES) return `There are at most ${MAX_TYPEFACES}. Remove one to upload another.`;
  return "Uploads and removals are saved immediately.";
}

function TypefaceRow({ face, onRemove }: { face: ShownTypeface; onRemove: () => void }) {
  const { name } = face;
  return (
    <li className="py-3">
      <p aria-hidden="true" className="text-xl wrap-anywhere" style={{ fontFamily: `"${specimenOf(face)}"` }}>
        Hamburg 1234 أخبار
      </p>
      <div className="mt-1 flex items-start gap-3">
        <div className="min-w-0 grow">
          <p className="text-[0.9375rem] font-semibold wrap-anywhere">
            {ROLE_NAMES[face.role]}: {name}
          </p>
          <p className="meta wrap-anywhere">
            {face.file_name}, {sizeWords(face.size)}
          </p>
          <p className="meta wrap-anywhere">Licence: {face.licence}</p>
          {!face.is_used && (
            <p className="mt-1 text-sm text-muted">Not used: text needs an upright regular typeface first.</p>
          )}
        </div>
        <AdminButton aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </AdminButton>
      </div>
    </li>
  );
}

const ROLE_OPTIONS = TYPEFACE_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }));
const FILE_HINTS: Record<TypefaceRole, string> = {
  headlines: "TTF, OTF, WOFF or WOFF2, at most 5 MB. Headlines have one typeface in one weight.",
  text: "TTF, OTF, WOFF or WOFF2, at most 5 MB. A variable font, or a regular one, then bold and italic ones. Weight and style are read from the file.",
};
const TOO_LARGE = "The file is too large: at most 5 MB.";
const NO_FILE = "Choose a font file.";
const NO_LICENCE = "Say which licence allows the use, for example “SIL Open Font License” or the number of an order.";
const NOT_CONFIRMED = "Confirm that the licence allows the use on the web.";

function UploadTypeface({ onClose }: { onClose: () => void }) {
  const api = useEditorApi();
  const show = useToast();
  const reload = useReload();
  const id = useId();
  const { isBusy, run } = useCall();
  const [role, setRole] = useState<TypefaceRole>("headlines");
  const [file, setFile] = useState<File>();
  const [licence, setLicence] = useState("");
  const [isLicensed, setIsLicensed] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  function submit(event: FormEvent) {
    event.preventDefault();
    const missing: FieldErrors = {
      ...(!file && { file: NO_FILE }),
      ...(file && file.size > MAX_TYPEFACE_BYTES && { file: TOO_LARGE }),
      ...(licence.trim() === "" && { licence: NO_LICENCE }),
      ...(!isLicensed && { is_licensed: NOT_CONFIRMED }),
    };
    setErrors(missing);
    if (!file || Object.keys(missing).length > 0) return;
    const body = new FormData();
    for (const [name, value] of Object.entries({ role, licence, is_licensed: "true" })) body.append(name, value);
    body.append("file", file);
    void run(
      async () => {
        const { body: added } = await typefaces.send(api, "POST /settings/typefaces", { body });
        await reload();
        flushSync(onClose);
        show({ title: "Typeface uploaded", description: `${ROLE_NAMES[added.role]}: ${added.name}` });
      },
      {
        title: "Typeface not uploaded",
        fallback: "Could not upload the typeface",
        onFailed: (failure, detail) => {
          if (!(failure instanceof ApiError)) return;
          setErrors(Object.keys(failure.errors).length > 0 ? failure.errors : { file: detail });
        },
      },
    );
  }
  return (
    <Dialog wide="form" title="Upload typeface" onClose={onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <RadioGroup legend="For" options={ROLE_OPTIONS} value={role} onChange={setRole} />
        <div>
          <label className="mb-1.5 block text-sm font-semibold" htmlFor={id}>
            Font file
          </label>
          <input
            id={id}
            type="file"
            accept={TYPEFACE_FILES}
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={errors.file ? true : undefined}
            className="block w-full text-sm"
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              setErrors({ ...errors, file: "" });
            }}
          />
          <p id={`${id}-hint`} className="meta mt-1.5 text-pretty">
            {FILE_HINTS[role]}
          </p>
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-down empty:hidden">
            {errors.file}
          </p>
        </div>
        <Field
          label="Licence"
          name="licence"
          rows={2}
          value={licence}
          maxLength={MAX_LICENCE_LENGTH}
          hint="Its name, holder or order number. It is stored with the typeface and in exports."
          error={errors.licence}
          onChange={({ target }) => setLicence(target.value)}
        />
        <div>
          <Checkbox
            label="The licence allows the use of this typeface on the web"
            checked={isLicensed}
            onChange={setIsLicensed}
          />
          <p role="alert" className="mt-1.5 text-sm font-medium text-down empty:hidden">
            {errors.is_licensed}
          </p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Uploading..." : "Upload"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
