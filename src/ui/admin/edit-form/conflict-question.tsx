import { type ReactNode, useEffect, useId, useRef } from "react";
import { AdminButton } from "../controls.tsx";
import type { EditForm } from "./use-edit-form.ts";

type Props<Row, Values extends object> = {
  form: Pick<EditForm<Row, Values>, "kind" | "element" | "values" | "conflict" | "isBusy">;
};

/** Asks which version to keep of the fields that the editor and another user, window or device changed differently. */
export function ConflictQuestion<Row, Values extends object>({ form }: Props<Row, Values>) {
  const { kind, element, values, conflict, isBusy } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const asked = conflict?.asked;
  // A save needs the answer first.
  useEffect(() => {
    if (asked) heading.current?.focus();
  }, [asked]);
  if (!conflict) return null;
  const { names, theirs } = conflict;
  const decide = (side: "mine" | "theirs") => {
    conflict.decide(side);
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    (find(`[name="${names[0]}"]`) ?? find("[type=submit]"))?.focus();
  };
  return (
    <section aria-labelledby={id} className="mb-6 border-l-4 border-down bg-surface px-4 py-3">
      <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Another version of the {kind.what} was saved
      </h3>
      <p role="status" className="mt-1 text-[0.9375rem] text-muted">
        Both versions change the fields below. Keep yours or take the saved one: this browser stores the other until you
        discard it.
      </p>
      <dl className="mt-3 space-y-3">
        {names.map((name) => {
          const { label, show } = kind.fields[name];
          const side = (title: string, content: ReactNode) => (
            <dd className="min-w-0">
              <span className="meta block">{title}</span>
              <span className="whitespace-pre-line wrap-anywhere">{content || "(empty)"}</span>
            </dd>
          );
          return (
            <div key={name} className="grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-2">
              <dt className="text-sm font-semibold sm:col-span-2">{label}</dt>
              {side("Yours", show(values))}
              {side("Saved", show(theirs))}
            </div>
          );
        })}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <AdminButton variant="primary" disabled={isBusy} onClick={() => decide("mine")}>
          Keep mine{asked && " and save it"}
        </AdminButton>
        <AdminButton disabled={isBusy} onClick={() => decide("theirs")}>
          Take the saved version
        </AdminButton>
      </div>
    </section>
  );
}
