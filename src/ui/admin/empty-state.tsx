import { Link } from "react-router";
import { AdminButton, buttonLook } from "./controls.tsx";

/** A first step out of an empty list: something that is done here, or a screen. */
export type FirstStep = { label: string; run: () => void } | { label: string; to: string };

/** What an empty list says, and the first steps that it offers; a text alone where there is nothing to do. */
export type Empty = string | { words: string; steps: readonly FirstStep[] };

export const emptyWords = (empty: Empty): string => (typeof empty === "string" ? empty : empty.words);

/** The first steps of an empty list, below its words. */
export function FirstSteps({ empty }: { empty: Empty }) {
  if (typeof empty === "string" || empty.steps.length === 0) return null;
  return (
    <div className="flex flex-wrap justify-center gap-2 border-b border-rule pb-10">
      {empty.steps.map((step) =>
        "to" in step ? (
          <Link key={step.label} to={step.to} className={buttonLook("plain")}>
            {step.label}
          </Link>
        ) : (
          <AdminButton key={step.label} onClick={step.run}>
            {step.label}
          </AdminButton>
        ),
      )}
    </div>
  );
}

/** An empty list: a sentence, and buttons for the first step. */
export const EmptyState = ({ empty }: { empty: Empty }) => (
  <>
    <p className={emptyLook(empty)}>{emptyWords(empty)}</p>
    <FirstSteps empty={empty} />
  </>
);

/** How the sentence of an empty list looks: the steps below it close the box. */
export const emptyLook = (empty: Empty): string =>
  `border-t border-rule text-center text-muted ${typeof empty === "string" ? "border-b py-14" : "pt-10 pb-4"}`;
