import { type ReactNode, useId, useMemo } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import type { Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import { shortTime } from "#ui/admin/local-time.ts";
import { type Choice, type Choices, type Chosen, type Piece, useChoices } from "./use-choices.ts";
import {
  type VersionBlocks,
  type VersionField,
  type VersionFields,
  type VersionWords,
  versionWords,
} from "./version-fields.ts";

type PiecesProps<Values extends object> = {
  words: VersionWords;
  name: keyof Values & string;
  pieces: readonly Piece[];
  blocks: VersionBlocks<Values>;
  choices: Choices<Values>;
};

/** A text block by block: equal blocks are counted, differing ones are chosen; the result is below. */
function ChosenPieces<Values extends object>({ words, name, pieces, blocks, choices }: PiecesProps<Values>) {
  // Compared once, not again for each choice.
  const compared = useMemo(
    () => pieces.map((piece) => ("same" in piece ? null : blocks.sides(piece.mine, piece.theirs))),
    [pieces, blocks],
  );
  const parts: ReactNode[] = [];
  let same = 0;
  const endSame = (key: string) => {
    if (same > 0) parts.push(<Same key={key} count={same} />);
    same = 0;
  };
  let shown = 0;
  for (const [at, piece] of pieces.entries()) {
    if ("same" in piece) {
      same++;
      continue;
    }
    endSame(`same ${at}`);
    shown++;
    const shownSide = (side: "mine" | "theirs") =>
      piece[side] === "" ? <p className="meta">(nothing here)</p> : <p>{compared[at]?.[side]}</p>;
    parts.push(
      <Chooser
        key={at}
        words={words}
        legend={`Difference ${shown}`}
        mine={shownSide("mine")}
        theirs={shownSide("theirs")}
        hasBoth={!choices.isFixed && piece.mine !== "" && piece.theirs !== ""}
        isFixed={choices.isFixed}
        choice={choices.choiceOf(name, at)}
        onChoose={(choice) => choices.choose(choice, name, at)}
      />,
    );
  }
  endSame("same");
  return (
    <>
      <div className="mt-2 space-y-4">{parts}</div>
      {!choices.isFixed && choices.isChosen(name, pieces) && (
        <Result pieces={pieces} name={name} blocks={blocks} choices={choices} />
      )}
    </>
  );
}

const Same = ({ count }: { count: number }) => (
  <p className="meta">{count === 1 ? "1 unchanged paragraph." : `${count} unchanged paragraphs.`}</p>
);

function Result<Values extends object>({ name, pieces, blocks, choices }: Omit<PiecesProps<Values>, "words">) {
  return (
    <details className="mt-4 border border-rule bg-surface px-3 py-2">
      <summary className="flex min-h-9 cursor-pointer items-center text-sm font-semibold pointer-coarse:min-h-11">
        The result
      </summary>
      <div className="max-h-[40dvh] space-y-2 overflow-y-auto py-2 text-[0.9375rem] wrap-anywhere">
        {choices.resultOf(name, pieces).map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
          <p key={at}>{blocks.show(block)}</p>
        ))}
      </div>
    </details>
  );
}

type FieldProps<Values extends object> = {
  words: VersionWords;
  name: string;
  field: VersionField<Values>;
  mine: Values;
  theirs: Values;
  choices: Choices<Values>;
};

/** A field that is chosen as a whole. */
function ChosenField<Values extends object>({ words, name, field, mine, theirs, choices }: FieldProps<Values>) {
  const plain = (values: Values) => <p>{field.show(values) || "(empty)"}</p>;
  const sides = field.sides?.(mine, theirs) ?? { mine: plain(mine), theirs: plain(theirs) };
  return (
    <Chooser
      words={words}
      legend={field.label}
      mine={sides.mine}
      theirs={sides.theirs}
      hasBoth={false}
      isFixed={choices.isFixed}
      choice={choices.choiceOf(name)}
      onChoose={(choice) => choices.choose(choice, name)}
    />
  );
}

type ChooserProps = {
  words: VersionWords;
  legend: string;
  mine: ReactNode;
  theirs: ReactNode;
  hasBoth: boolean;
  isFixed: boolean;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
};

/** Two sides next to each other, with radio buttons so that arrow keys choose. */
function Chooser({ words, legend, mine, theirs, hasBoth, isFixed, choice, onChoose }: ChooserProps) {
  const group = useId();
  const radio = (value: Choice, label: string) => (
    <label className="inline-flex min-h-9 cursor-pointer items-center gap-2 text-sm font-semibold pointer-coarse:min-h-11">
      <input
        type="radio"
        name={group}
        value={value}
        checked={choice === value}
        onChange={() => onChoose(value)}
        className="size-4 accent-accent-fill"
      />
      {label}
    </label>
  );
  const side = (value: Choice, label: string, content: ReactNode) => (
    <div
      className={`min-w-0 border-l-2 pl-3 ${!isFixed && (choice === value || choice === "both") ? "border-accent" : "border-rule"}`}
    >
      {isFixed ? <h4 className="meta">{label}</h4> : radio(value, label)}
      <div className="space-y-2 text-[0.9375rem] whitespace-pre-line wrap-anywhere">{content}</div>
    </div>
  );
  return (
    <fieldset className="mt-2">
      <legend className="sr-only">{legend}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {side("mine", words.mine, mine)}
        {side("theirs", words.theirs, theirs)}
      </div>
      {hasBoth && <div className="mt-1 pl-3.5">{radio("both", words.both)}</div>}
    </fieldset>
  );
}

export type ComparedForm<Row, Values extends object> = {
  kind: {
    what: string;
    fields: VersionFields<Values>;
    valuesOf: (row: Row) => Values;
    whose?: (row: Row) => ReactNode;
  };
  isBusy: boolean;
  draft: { storedAt: number | null };
  current: () => { values: Values };
  conflict: {
    /** The stored version being compared, and a newer one that could be. */
    theirs: Versioned<Row> | null;
    newer: Versioned<Row> | null;
    saver: Saver;
    /** The common base version; null if unknown. */
    began: Values | null;
    /** Whether a save found the conflict; it continues with the chosen values. */
    wasRefused: boolean;
    close: () => void;
    compare: (version: Versioned<Row>) => unknown;
    take: (chosen: Chosen<Values>) => unknown;
    keepMine: () => unknown;
    takeTheirs: () => unknown;
    /** Stores the typed values as another row; not offered without this. */
    copy?: () => unknown;
  };
};

type Props<Row, Values extends object> = {
  form: ComparedForm<Row, Values>;
  /** Whether a version can still be overwritten; always, without this. */
  isOpen?: (row: Row) => boolean;
};

/**
 * Two versions side by side after a conflict, the editor's and the stored one. For each difference, the editor chooses one
 * side or both. If a newer version
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
      <p className="text-[0.9375rem]">{versionWords(conflict.saver, kind.what).notice}</p>
      <AdminButton onClick={() => conflict.compare(newer)}>Compare</AdminButton>
    </div>
  );
}

type ComparisonProps<Row, Values extends object> = Props<Row, Values> & { theirs: Row; values: Values };

function Comparison<Row, Values extends object>(props: ComparisonProps<Row, Values>) {
  const { form, isOpen = () => true, values: theirs } = props;
  const { conflict, isBusy, kind, draft } = form;
  const { theirs: shown } = conflict;
  // biome-ignore lint/correctness/useExhaustiveDependencies: typed values cannot change behind the dialog
  const [mine, stored, base] = useMemo(() => [form.current().values, theirs, conflict.began], [shown]);
  const mayOverwrite = isOpen(props.theirs);
  const choices = useChoices({ fields: kind.fields, mine, theirs: stored, base, isFixed: !mayOverwrite });
  const isSame = choices.all.length === 0;
  const words = versionWords(conflict.saver, kind.what);
  return (
    <Dialog title={words.title} wide focusesTitle onClose={conflict.close}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        {words.saved} The differences between both versions are below.{" "}
        {mayOverwrite && "Choose a version for each difference, or one for all. "}
        This browser stores the parts you leave out until you discard them.
      </p>
      <Whose words={words} theirs={kind.whose?.(props.theirs)} storedAt={draft.storedAt} />
      <div className="mt-4 flex flex-wrap gap-2">
        {mayOverwrite && !isSame && (
          <AdminButton
            variant="primary"
            disabled={isBusy || !choices.isComplete}
            onClick={() => void conflict.take(choices.chosen())}
          >
            {conflict.wasRefused ? "Save these choices" : "Use these choices"}
          </AdminButton>
        )}
        {mayOverwrite && (
          <AdminButton disabled={isBusy} onClick={conflict.keepMine}>
            {words.keep}
            {conflict.wasRefused && " and save it"}
          </AdminButton>
        )}
        <AdminButton disabled={isBusy} onClick={conflict.takeTheirs}>
          {words.take}
        </AdminButton>
        {conflict.copy && (
          <AdminButton disabled={isBusy} onClick={conflict.copy}>
            {words.copy}
          </AdminButton>
        )}
        <AdminButton variant="quiet" disabled={isBusy} onClick={conflict.close}>
          Keep writing
        </AdminButton>
      </div>
      {isSame && <p className="mt-5">No differences.</p>}
      {choices.all.map(({ name, pieces }) => {
        const field = kind.fields[name];
        return (
          <section key={name} aria-label={field.label} className="mt-5 border-t border-rule pt-3">
            <h3 className="text-sm font-bold">{field.label}</h3>
            {pieces && field.blocks ? (
              <ChosenPieces words={words} name={name} pieces={pieces} blocks={field.blocks} choices={choices} />
            ) : (
              <ChosenField words={words} name={name} field={field} mine={mine} theirs={stored} choices={choices} />
            )}
          </section>
        );
      })}
    </Dialog>
  );
}

/** The owners of the two versions, and their times. */
function Whose({ words, theirs, storedAt }: { words: VersionWords; theirs: ReactNode; storedAt: number | null }) {
  return (
    <dl className="mt-3 grid gap-x-4 text-sm sm:grid-cols-2">
      <div className="flex gap-2">
        <dt className="shrink-0 font-semibold">{words.mine}</dt>
        <dd className="text-muted">not saved yet{storedAt !== null && `, kept ${shortTime(storedAt, Date.now())}`}</dd>
      </div>
      {theirs && (
        <div className="flex gap-2">
          <dt className="shrink-0 font-semibold">{words.theirs}</dt>
          <dd className="text-muted">{theirs}</dd>
        </div>
      )}
    </dl>
  );
}
