import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Chosen } from "#features/documents/room/admin/use-choices.ts";
import { uploadPicture } from "#features/media/pictures/admin/use-upload.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import type { Saver, Versioned } from "#ui/admin/edit-form/versions.ts";
import { type DocumentSession, newKey } from "#ui/admin/session/document-session.ts";
import { putAside } from "#ui/admin/session/kept-sessions.ts";
import { type Conflict, differing, rowOf, type Stored, startSession } from "#ui/admin/session/session.ts";
import { uploadTexts } from "#ui/admin/session/use-document-session.ts";
import { waitingFiles, withOutcomes } from "#ui/admin/session/waiting-pictures.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import type { Call } from "#ui/admin/use-call.ts";
import { keptNameOf, versionedOf, writtenIn } from "./room-session.ts";
import type { EditedType } from "./room-type.ts";

type Props<W extends object, C extends object> = {
  account: string;
  session: DocumentSession<W>;
  conflict: Conflict<W> | null;
  /** A conflict that the room opened with, shown first. */
  isUndecided: boolean;
  element: RefObject<HTMLFormElement | null>;
  current: () => W & C;
  run: Call["run"];
};

/**
 * A conflict between the typed version and another user's stored one. Nothing is stored before the editor has
 * chosen; rejected parts stay in this browser or among the versions.
 */
export function useRoomConflict<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
  { account, session, conflict, isUndecided, element, current, run }: Props<W, C>,
) {
  const api = useEditorApi();
  const [isComparing, setIsComparing] = useState(isUndecided);
  /** The save that met the conflict; it continues after the choice. */
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const stored = conflict?.theirs ?? null;
  // Referentially stable per version: the comparison restarts with another object.
  const version = useMemo(() => stored && versionedOf<Row>(stored), [stored]);
  const saver = useSaver(type, version);
  const theirs = isComparing ? version : null;
  const settle = () => {
    setIsComparing(false);
    setAsked(null);
  };

  const choose = (values: W, over: Stored<W>) => {
    settle();
    session.choose(values, over);
    // Another user changed the same again while the choice was being stored.
    if (session.state.session.conflict) setIsComparing(true);
  };
  const keep = (aside: "mine" | "theirs", values: W & C) => keepAside(type, { account, stored, aside, values });

  const take = ({ values, hasAllOfMine, hasAllOfTheirs }: Chosen<W & C>) =>
    run(async () => {
      if (!version || !stored) return;
      if (!hasAllOfMine) await keep("mine", current());
      if (!hasAllOfTheirs) {
        const aside = () => keep("theirs", type.valuesOf(version.row));
        // A suggestion has no versions that would protect it.
        if (asked || !type.secureNewest) await aside();
        else await type.secureNewest(api, version.row.id).catch(aside);
      }
      const goOn = asked;
      choose(writtenIn(type, values), stored);
      return goOn;
    }).then((goOn) => goOn?.());

  return {
    theirs,
    newer: version,
    saver,
    /** The common base; null if unknown. */
    began: conflict?.known ? { ...current(), ...conflict.known } : null,
    wasRefused: asked !== null,
    settle,
    close() {
      settle();
      if (stored && differing(session.current(), stored.values).length === 0) session.choose(stored.values, stored);
    },
    compare: () =>
      run(async () => {
        // The other user may have continued writing.
        await session.refresh().catch(() => undefined);
        setIsComparing(true);
      }),
    /** Asks for the choice that a save needs, if the room is visible. */
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
        choose(stored.values, stored);
      }),
    copy: useCopyOfMine(type, { current, run, onCopied: () => stored && choose(stored.values, stored) }),
  };
}

/** Who saved this version; null until it is known. */
function useSaver<Row extends { id: number }>(
  type: { newestSaver?: (api: EditorApi, id: number) => Promise<Saver> },
  version: Versioned<Row> | null,
): Saver {
  const api = useEditorApi();
  const [known, setKnown] = useState<{ etag: string; saver: Saver } | null>(null);
  const { row, etag = null } = version ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version
  useEffect(() => {
    let isCurrent = true;
    const note = (saver: Saver) => isCurrent && etag !== null && setKnown({ etag, saver });
    if (row) type.newestSaver?.(api, row.id).then(note, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [type, api, etag]);
  return known !== null && known.etag === etag ? known.saver : null;
}

type Aside<W, V> = { account: string; stored: Stored<W & object> | null; aside: "mine" | "theirs"; values: V };

/** Keeps the rejected version for a later comparison. */
function keepAside<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
  { account, stored, aside, values }: Aside<W, W & C>,
): Promise<boolean> {
  const written = writtenIn<W, C>(type, values);
  const session = { ...startSession(stored, written), local: written };
  const kept = { account, type: keptNameOf(type), id: rowOf<Row>(stored)?.id ?? null, title: type.titleOf(written) };
  return putAside({ ...kept, choices: {}, aside, session, files: { ...waitingFiles(written) } });
}

type CopyProps<V> = Pick<Props<V & object, object>, "run"> & { current: () => V; onCopied: () => void };

/** Stores the typed version as another document, and theirs stays. On failure the comparison stays open for a retry. */
function useCopyOfMine<Row extends { id: number }, W extends object, C extends object>(
  type: EditedType<Row, W, C>,
  { current, run, onCopied }: CopyProps<W & C>,
) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const copyKey = useRef(newKey());
  return () =>
    run(async () => {
      await uploadTexts(current, (file) => uploadPicture(api, file));
      const made = await type.copy(api, withOutcomes(current()), copyKey.current);
      copyKey.current = newKey();
      type.onCreated?.(client, made.row);
      show({ title: type.words.added });
      onCopied();
    }, type.words.adding);
}
