import { type ReactNode, useMemo } from "react";
import { AdminButton } from "../controls.tsx";
import { Dialog } from "../dialog.tsx";
import type { EditForm } from "./use-edit-form.ts";
import { differing } from "./values.ts";
import type { VersionField } from "./version-fields.ts";

type Props<Row, Values extends object> = {
  form: EditForm<Row, Values>;
  /** Whether a version can still be overwritten; always, without this. */
  isOpen?: (row: Row) => boolean;
};

/**
 * Two versions side by side after a conflict: what the editor has written, and what is stored now. If a newer version
 * was noticed without saving, a notice offers the comparison first.
 */
export function VersionDialog<Row, Values extends object>(props: Props<Row, Values>) {
  const { conflict, kind } = props.form;
  if (conflict.theirs)
    return <Comparison {...props} theirs={conflict.theirs.row} values={kind.valuesOf(conflict.theirs.row)} />;
  const { newer } = conflict;
  if (!newer) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 border-l-4 border-down bg-surface px-4 py-2"
    >
      <p className="text-[0.9375rem]">Somebody else has changed this {kind.what} since you opened it.</p>
      <AdminButton onClick={() => conflict.compare(newer)}>Compare</AdminButton>
    </div>
  );
}

type ComparisonProps<Row, Values extends object> = Props<Row, Values> & { theirs: Row; values: Values };

function Comparison<Row, Values extends object>(props: ComparisonProps<Row, Values>) {
  const { form, isOpen = () => true, values: theirs } = props;
  const { conflict, isBusy, kind } = form;
  const { theirs: shown } = conflict;
  // biome-ignore lint/correctness/useExhaustiveDependencies: typed values cannot change behind the dialog
  const mine = useMemo(() => form.current().values, [shown]);
  const names = differing(mine, theirs);
  return (
    <Dialog title={`This ${kind.what} was changed by somebody else`} wide onClose={conflict.close}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        It was saved elsewhere after you began. Both versions are below, where they differ. Whichever you choose, the
        other one stays in this browser until you discard it.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {isOpen(props.theirs) && (
          <AdminButton variant="primary" disabled={isBusy} onClick={conflict.keepMine}>
            {conflict.wasRefused ? "Keep mine and save it" : "Keep mine"}
          </AdminButton>
        )}
        <AdminButton disabled={isBusy} onClick={conflict.takeTheirs}>
          Take theirs
        </AdminButton>
        {kind.copyOf && (
          <AdminButton disabled={isBusy} onClick={conflict.copy}>
            Save mine as a new draft
          </AdminButton>
        )}
        <AdminButton variant="quiet" disabled={isBusy} onClick={conflict.close}>
          Go on writing
        </AdminButton>
      </div>
      {names.length === 0 && <p className="mt-5">Both versions say the same.</p>}
      {names.map((name) => {
        const field = kind.fields[name];
        return (
          <section key={name} aria-label={field.label} className="mt-5 border-t border-rule pt-3">
            <h3 className="text-sm font-bold">{field.label}</h3>
            <Sides field={field} mine={mine} theirs={theirs} />
          </section>
        );
      })}
    </Dialog>
  );
}

type SidesProps<Values extends object> = { field: VersionField<Values>; mine: Values; theirs: Values };

function Sides<Values extends object>({ field, mine, theirs }: SidesProps<Values>) {
  const sides = useMemo(() => {
    const plain = (values: Values) => <p>{field.show(values) || "(empty)"}</p>;
    return field.sides?.(mine, theirs) ?? { mine: plain(mine), theirs: plain(theirs) };
  }, [field, mine, theirs]);
  return (
    <div className="mt-2 grid gap-4 sm:grid-cols-2">
      <Side label="Mine">{sides.mine}</Side>
      <Side label="Theirs">{sides.theirs}</Side>
    </div>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 space-y-2 text-[0.9375rem] whitespace-pre-line [overflow-wrap:anywhere]">
      <h4 className="meta">{label}</h4>
      {children}
    </div>
  );
}
