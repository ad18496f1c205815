import { type ReactNode, useMemo } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { exactTime } from "#ui/admin/local-time.ts";
import type { Versioned } from "./calls.ts";
import { type Block, compareContent } from "./content-diff.ts";
import { differing, type FormValues, valuesOf } from "./form-values.ts";

type Props = {
  mine: FormValues;
  theirs: Versioned;
  /** What keeping one's own version does: saves it at once, or goes on writing it. */
  keepLabel: string;
  isBusy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onCopy: () => void;
  onClose: () => void;
};

const LABELS: Record<keyof FormValues, string> = {
  title: "Title",
  category: "Category",
  excerpt: "Excerpt",
  content: "Content",
  image_url: "Image",
  image_alt: "Image description",
  tags: "Tags",
  published_date: "Publication date",
  status: "Status",
  is_auto_update: "Automatic content updates",
  is_featured: "Featured Article",
  is_editors_pick: "Editor's Pick",
};

function inWords(values: FormValues, name: keyof FormValues): string {
  const value = values[name];
  if (value === null || value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "On" : "Off";
  if (name === "published_date") return exactTime(value);
  if (name === "status") return value === "draft" ? "Draft" : "Published";
  return value;
}

/** Two versions of an article side by side: what the editor has written, and what is on the server by now. */
export function VersionDialog(props: Props) {
  const { mine, isBusy } = props;
  const theirs = valuesOf(props.theirs.article);
  const names = differing(mine, theirs);
  return (
    <Dialog title="This article was changed by somebody else" wide onClose={props.onClose}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        It was saved elsewhere after you began. Both versions are below, where they differ. Whichever you choose, the
        other one stays in this browser until you discard it.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <AdminButton variant="primary" disabled={isBusy} onClick={props.onKeepMine}>
          {props.keepLabel}
        </AdminButton>
        <AdminButton disabled={isBusy} onClick={props.onTakeTheirs}>
          Take theirs
        </AdminButton>
        <AdminButton disabled={isBusy} onClick={props.onCopy}>
          Save mine as a new draft
        </AdminButton>
        <AdminButton variant="quiet" disabled={isBusy} onClick={props.onClose}>
          Go on writing
        </AdminButton>
      </div>
      {names.length === 0 && <p className="mt-5">Both versions say the same.</p>}
      {names.map((name) => (
        <section key={name} aria-label={LABELS[name]} className="mt-5 border-t border-rule pt-3">
          <h3 className="text-sm font-bold">{LABELS[name]}</h3>
          {name === "content" ? (
            <ContentSides mine={mine.content} theirs={theirs.content} />
          ) : (
            <Sides mine={<p>{inWords(mine, name)}</p>} theirs={<p>{inWords(theirs, name)}</p>} />
          )}
        </section>
      ))}
    </Dialog>
  );
}

function Sides({ mine, theirs }: { mine: ReactNode; theirs: ReactNode }) {
  const side = "min-w-0 space-y-2 text-[0.9375rem] [overflow-wrap:anywhere]";
  return (
    <div className="mt-2 grid gap-4 sm:grid-cols-2">
      <div className={side}>
        <h4 className="meta">Mine</h4>
        {mine}
      </div>
      <div className={side}>
        <h4 className="meta">Theirs</h4>
        {theirs}
      </div>
    </div>
  );
}

/** Content paragraph by paragraph: what stands on one side only is marked, what is the same is left out. */
function ContentSides({ mine, theirs }: { mine: string; theirs: string }) {
  const compared = useMemo(() => compareContent(mine, theirs), [mine, theirs]);
  return <Sides mine={<Blocks blocks={compared.mine} />} theirs={<Blocks blocks={compared.theirs} />} />;
}

function Blocks({ blocks }: { blocks: Block[] }) {
  if (blocks.length === 0) return <p>(empty)</p>;
  const parts: { common: number; block: Block | null }[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (!block.isCommon) parts.push({ common: 0, block });
    else if (last && last.block === null) last.common++;
    else parts.push({ common: 1, block: null });
  }
  return parts.map(({ common, block }, at) =>
    block ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at}>
        <mark>{block.text}</mark>
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at} className="meta">
        {common === 1 ? "One paragraph is the same." : `${common} paragraphs are the same.`}
      </p>
    ),
  );
}
