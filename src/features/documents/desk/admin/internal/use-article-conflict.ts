import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useMemo, useRef, useState } from "react";
import { ARTICLE_KIND } from "#features/articles/admin/article-kind.ts";
import { createArticle, listCreated } from "#features/articles/admin/calls.ts";
import { createForm, type FormValues } from "#features/articles/admin/form-values.ts";
import { type DocumentSession, newKey } from "#features/documents/session/admin/document-session.ts";
import { putAside } from "#features/documents/session/admin/kept-sessions.ts";
import { uploadTexts } from "#features/documents/session/admin/use-document-session.ts";
import { type Conflict, differing, type Stored, startSession } from "#features/documents/session/session.ts";
import { uploadPicture } from "#features/media/pictures/admin/upload.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { Chosen } from "#ui/admin/edit-form/use-choices.ts";
import { useIsOwn } from "#ui/admin/edit-form/use-is-own.ts";
import { waitingFiles, withOutcomes } from "#ui/admin/edit-form/waiting-pictures.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Call } from "#ui/admin/use-call.ts";
import { isOwnNewest, secureNewest } from "../calls.ts";
import { articleOf, NEW_WRITTEN, valuesOf, versionedOf, type Written } from "./article-session.ts";

type Props = {
  account: string;
  session: DocumentSession<Written>;
  conflict: Conflict<Written> | null;
  /** The room opened with a conflict: it is shown first. */
  isUndecided: boolean;
  element: RefObject<HTMLFormElement | null>;
  current: () => FormValues;
  run: Call["run"];
};

const OWN = { isOwn: (api: Parameters<typeof isOwnNewest>[0], { id }: { id: number }) => isOwnNewest(api, id) };

/**
 * Two versions of the article: what is typed, and what somebody else has stored. Nothing is stored before the editor has
 * chosen; what is left out of either is kept in this browser or among the versions.
 */
export function useArticleConflict({ account, session, conflict, isUndecided, element, current, run }: Props) {
  const api = useEditorApi();
  const [isComparing, setIsComparing] = useState(isUndecided);
  /** The save that has met the conflict: it goes on once the editor has chosen. */
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const stored = conflict?.theirs ?? null;
  // The same object as long as it is the same version: the comparison begins again with another.
  const version = useMemo(() => stored && versionedOf(stored), [stored]);
  const isOwn = useIsOwn(OWN, version);
  const theirs = isComparing ? version : null;
  const settle = () => {
    setIsComparing(false);
    setAsked(null);
  };

  const takeStored = (values: Written) => {
    settle();
    session.choose(values);
  };
  const keep = (aside: "mine" | "theirs", values: FormValues) => keepAside(account, stored, { aside, values });

  const take = ({ values, hasAllOfMine, hasAllOfTheirs }: Chosen<FormValues>) =>
    run(async () => {
      if (!version || !stored) return;
      if (!hasAllOfMine) await keep("mine", current());
      if (!hasAllOfTheirs) {
        const aside = () => keep("theirs", valuesOf(version.row));
        if (asked) await aside();
        else await secureNewest(api, version.row.id).catch(aside);
      }
      const { status: _status, published_date: _date, ...written } = values;
      const goOn = asked;
      settle();
      session.choose(written);
      return goOn;
    }).then((goOn) => goOn?.());

  return {
    theirs,
    newer: version,
    isOwn,
    /** What both sides began from; null if nobody knows. */
    began: conflict?.known ? { ...current(), ...conflict.known } : null,
    wasRefused: asked !== null,
    settle,
    close() {
      setIsComparing(false);
      if (stored && differing(session.current(), stored.values).length === 0) session.choose(stored.values);
    },
    compare: () =>
      run(async () => {
        // They may have written on since.
        await session.refresh().catch(() => undefined);
        setIsComparing(true);
      }),
    /** Asks for the choice that a save needs first, if the room is shown. */
    async ask(goOn: () => void) {
      setAsked(() => goOn);
      if (element.current?.offsetParent != null) setIsComparing(true);
    },
    take,
    keepMine: () => take({ values: current(), hasAllOfMine: true, hasAllOfTheirs: false }),
    takeTheirs: () =>
      run(async () => {
        if (!stored) return;
        await keep("mine", current());
        takeStored(stored.values);
      }),
    copy: useCopyOfMine({ current, run, onCopied: () => stored && takeStored(stored.values) }),
  };
}

type Aside = { aside: "mine" | "theirs"; values: FormValues };

/** Keeps the version that was not chosen, to be compared again later. */
function keepAside(account: string, stored: Stored<Written> | null, { aside, values }: Aside): Promise<boolean> {
  const { status: _status, published_date: _date, ...written } = values;
  const session = { ...startSession(stored, NEW_WRITTEN), local: written };
  const kept = { account, type: ARTICLE_KIND.name, id: articleOf(stored)?.id ?? null, title: written.title };
  return putAside({ ...kept, choices: {}, aside, session, files: { ...waitingFiles(written) } });
}

/** Stores what is typed as another article, and theirs stays. If it fails the comparison stays open for another try. */
function useCopyOfMine({ current, run, onCopied }: Pick<Props, "current" | "run"> & { onCopied: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const copyKey = useRef(newKey());
  return () =>
    run(async () => {
      await uploadTexts(current, (file) => uploadPicture(api, file));
      const values = { ...withOutcomes(current()), status: "draft" as const };
      const made = await createArticle(api, createForm(values, null), copyKey.current);
      copyKey.current = newKey();
      listCreated(client, made.row);
      show({ title: ARTICLE_KIND.words.added });
      onCopied();
    }, ARTICLE_KIND.words.adding);
}
