import { AdminButton } from "#ui/admin/controls.tsx";
import type { FieldErrors } from "#ui/admin/field-errors.ts";
import { Field } from "#ui/field.tsx";
import { MAX_LINK_LABEL, MAX_LINKS } from "../rules.ts";

type Props = {
  /** Labels and addresses in turn, as the form keeps lists. */
  links: readonly string[];
  errors: FieldErrors;
  onChange: (links: string[]) => void;
};

/** Where else an author can be found: up to five labelled addresses. */
export function LinkFields({ links, errors, onChange }: Props) {
  const count = links.length / 2;
  const put = (at: number, text: string) => onChange(links.map((other, index) => (index === at ? text : other)));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Links</legend>
      <p className="meta mb-3">Where else readers find you: a site of your own, Mastodon, X. At most {MAX_LINKS}.</p>
      <ul className="space-y-4">
        {Array.from({ length: count }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place.
          <li key={n} className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_auto]">
            <Field
              label={`Label ${n + 1}`}
              name={`links.${n}.label`}
              maxLength={MAX_LINK_LABEL}
              value={links[2 * n] ?? ""}
              error={errors[`links.${n}.label`]}
              onChange={({ target }) => put(2 * n, target.value)}
            />
            <Field
              label={`Address ${n + 1}`}
              name={`links.${n}.url`}
              inputMode="url"
              autoComplete="off"
              value={links[2 * n + 1] ?? ""}
              error={errors[`links.${n}.url`]}
              onChange={({ target }) => put(2 * n + 1, target.value)}
            />
            <AdminButton
              className="sm:mt-7"
              aria-label={`Remove link ${n + 1}`}
              onClick={() => onChange(links.filter((_text, at) => Math.floor(at / 2) !== n))}
            >
              Remove
            </AdminButton>
          </li>
        ))}
      </ul>
      {count < MAX_LINKS && (
        <AdminButton className={count > 0 ? "mt-4" : ""} onClick={() => onChange([...links, "", ""])}>
          Add a Link
        </AdminButton>
      )}
    </fieldset>
  );
}
