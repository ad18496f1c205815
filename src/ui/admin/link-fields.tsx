import type { Link, LinksField } from "#shared/fields/fields.ts";
import { Field } from "#ui/field.tsx";
import { AdminButton } from "./controls.tsx";
import type { FieldErrors } from "./field-errors.ts";

/** The links in alternating labels and addresses, as form values are flat lists. */
export const linksIn = (list: readonly string[]): Link[] =>
  list.flatMap((label, at) => (at % 2 === 0 ? [{ label, url: list[at + 1] ?? "" }] : []));

export const linkTexts = (links: readonly Link[]): string[] => links.flatMap(({ label, url }) => [label, url]);

/** Without spaces around texts, and without empty links. */
export const tidyLinks = (list: readonly string[]): string[] =>
  linkTexts(linksIn(list.map((text) => text.trim())).filter(({ label, url }) => label !== "" || url !== ""));

/** One link a line. */
export const linkLines = (list: readonly string[]): string =>
  linksIn(list)
    .map(({ label, url }) => (url === "" ? label : `${label}: ${url}`))
    .join("\n");

type Props = {
  field: LinksField;
  /** Alternating labels and addresses. */
  links: readonly string[];
  errors: FieldErrors;
  onChange: (links: string[]) => void;
};

/** Labelled addresses on other sites. */
export function LinkFields({ field: { hint, max, most }, links, errors, onChange }: Props) {
  const count = links.length / 2;
  const put = (at: number, text: string) => onChange(links.map((other, index) => (index === at ? text : other)));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Links</legend>
      <p className="meta mb-3">
        {hint} At most {most}.
      </p>
      <ul className="space-y-4">
        {Array.from({ length: count }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing but its place.
          <li key={n} className="grid items-start gap-3 sm:grid-cols-[10rem_1fr_auto]">
            <Field
              label={`Label ${n + 1}`}
              name={`links.${n}.label`}
              maxLength={max}
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
      {count < most && (
        <AdminButton className={count > 0 ? "mt-4" : ""} onClick={() => onChange([...links, "", ""])}>
          Add a link
        </AdminButton>
      )}
    </fieldset>
  );
}
