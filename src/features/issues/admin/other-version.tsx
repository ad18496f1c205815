import { useEffect, useRef } from "react";
import { articleDetail } from "#features/articles/calls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { IssueBody } from "../schema.ts";
import type { IssueFormState } from "./use-issue-form.ts";

const LABELS = { subject: "Subject", preview: "Preview Text", introduction: "Introduction" } as const;

/** Says that somebody else has changed the issue, shows what they wrote, and lets the editor choose. */
export function OtherVersion({ form }: { form: IssueFormState }) {
  const { body, isBusy, other } = form;
  const { theirs, setAside } = other;
  const heading = useRef<HTMLHeadingElement>(null);
  const isAsking = theirs !== null;
  useEffect(() => {
    if (isAsking) heading.current?.focus();
  }, [isAsking]);
  if (theirs)
    return (
      <section aria-label="Another version" className="mb-6 border-l-4 border-down bg-surface px-4 py-3">
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          Somebody else has changed this issue since you opened it
        </h3>
        <p className="mt-1 text-[0.9375rem] text-muted">
          The form below holds what you typed, which is not saved. This is what they saved, where it differs:
        </p>
        <Differences mine={body} theirs={theirs} />
        <div className="mt-4 flex flex-wrap gap-2">
          <AdminButton disabled={isBusy} onClick={() => other.takeTheirs(theirs)}>
            Load theirs
          </AdminButton>
          <AdminButton variant="danger" disabled={isBusy} onClick={() => other.keepMine(theirs)}>
            Save mine over theirs
          </AdminButton>
        </div>
      </section>
    );
  if (!setAside) return null;
  return (
    <section aria-label="Another version" className="mb-6 border-l-4 border-rule bg-surface px-4 py-3">
      <p className="text-[0.9375rem]">
        {setAside.whose === "mine" ? "What you had typed" : "What somebody else had saved"} is kept until you leave this
        form.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <AdminButton disabled={isBusy} onClick={() => other.exchange(setAside)}>
          {setAside.whose === "mine" ? "Bring mine back" : "Bring theirs back"}
        </AdminButton>
        <AdminButton variant="quiet" disabled={isBusy} onClick={other.discard}>
          Discard
        </AdminButton>
      </div>
    </section>
  );
}

function Differences({ mine, theirs }: { mine: IssueBody; theirs: IssueBody }) {
  const names = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter((name) => mine[name] !== theirs[name]);
  const hasOtherArticles = mine.article_ids.join() !== theirs.article_ids.join();
  return (
    <dl className="mt-3 space-y-3 text-[0.9375rem]">
      {names.map((name) => (
        <div key={name}>
          <dt className="meta">{LABELS[name]}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{theirs[name] || "(empty)"}</dd>
        </div>
      ))}
      {hasOtherArticles && (
        <div>
          <dt className="meta">Articles of the issue</dt>
          <dd>
            {theirs.article_ids.length === 0 && "(none)"}
            <ol className="list-inside list-decimal">
              {theirs.article_ids.map((id) => (
                <li key={id} className="wrap-anywhere">
                  <ArticleTitle id={id} />
                </li>
              ))}
            </ol>
          </dd>
        </div>
      )}
    </dl>
  );
}

function ArticleTitle({ id }: { id: number }) {
  const { data } = useApi(articleDetail(String(id)));
  return data?.title ?? `Article ${id}`;
}
