import { type ReactNode, useId, useMemo } from "react";
import type { Choice, Piece } from "./pieces.ts";
import type { Choices } from "./use-choices.ts";
import type { VersionBlocks, VersionField } from "./version-fields.ts";
import type { SideWords } from "./version-words.ts";

type PiecesProps<Values extends object> = {
  words: SideWords;
  name: string;
  pieces: readonly Piece[];
  blocks: VersionBlocks<Values>;
  choices: Choices<Values>;
};

/** A text block by block: what both have is counted, and where they differ one chooses. Below it what comes out. */
export function ChosenPieces<Values extends object>({ words, name, pieces, blocks, choices }: PiecesProps<Values>) {
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
  <p className="meta">{count === 1 ? "One paragraph is the same." : `${count} paragraphs are the same.`}</p>
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
  words: SideWords;
  name: string;
  field: VersionField<Values>;
  mine: Values;
  theirs: Values;
  choices: Choices<Values>;
};

/** A field that is chosen as a whole. */
export function ChosenField<Values extends object>({ words, name, field, mine, theirs, choices }: FieldProps<Values>) {
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
  words: SideWords;
  legend: string;
  mine: ReactNode;
  theirs: ReactNode;
  hasBoth: boolean;
  isFixed: boolean;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
};

/** Two sides next to each other, and which of them it is to be: radio buttons, so that arrow keys choose. */
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
