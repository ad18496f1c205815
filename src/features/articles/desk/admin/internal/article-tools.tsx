import { FilePenLine, History, Quote } from "lucide";
import { useEffect } from "react";
import type { RoomNotes } from "#features/documents/notes/admin/use-room-notes.ts";
import { reviewSettings } from "#features/documents/review/admin/calls.ts";
import { useCorrectionRule } from "#features/documents/review/admin/rule-hooks.ts";
import type { Place } from "#features/documents/room/admin/remote-findings.ts";
import { notesTool, type RoomTool, RoomTools } from "#features/documents/room/admin/room-tools.tsx";
import { useDocumentMenu } from "#features/documents/room/admin/use-document-menu.tsx";
import { useApi } from "#shared/use-api.ts";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import type { ArticleForm } from "../article-type.ts";
import { revisionsOf } from "../calls.ts";
import { useRoomParts } from "../room-parts.tsx";
import { countSources } from "./article-review.tsx";
import type { Publishing } from "./use-publishing.ts";

/** How long after a save the versions are counted again: saves of a text that is being written follow each other. */
const PAUSE_MS = 3_000;

type Props = {
  form: ArticleForm;
  notes: RoomNotes;
  publishing: Publishing;
  onGo: (place: Place) => void;
  onOpen: (dialog: "versions" | "corrections") => void;
};

/** What an article has besides its text, in the bar: notes, corrections, sources and versions, and copying it. */
export function ArticleTools({ form, notes, publishing, onGo, onOpen }: Props) {
  const { base, values } = form;
  const hasNewsroom = useHasNewsroom();
  const menu = useDocumentMenu(form);
  const hasSources = useApi(reviewSettings()).data?.enabled === true;
  const counts = useCounts(form, publishing.stage === "public");
  if (!hasNewsroom) return null;
  const tools: (RoomTool | false)[] = [
    notes.isOffered && notesTool(notes),
    publishing.stage === "public" && {
      label: "Corrections",
      icon: FilePenLine,
      count: counts.corrections,
      run: () => onOpen("corrections"),
    },
    hasSources && {
      label: "Sources",
      icon: Quote,
      count: countSources(values.sources),
      run: () => onGo({ field: "sources" }),
    },
    base !== null && { label: "Versions", icon: History, count: counts.versions, run: () => onOpen("versions") },
  ];
  return (
    <>
      <RoomTools tools={tools.filter((tool) => tool !== false)} more={menu.items} notesButton={notes.button} />
      {menu.dialog}
    </>
  );
}

function useCounts(form: ArticleForm, isPublic: boolean) {
  const id = form.base?.id ?? 0;
  const versions = useApi(revisionsOf(id)(1), { enabled: id > 0 });
  const { useCorrectionCount } = useRoomParts();
  const corrections = useCorrectionCount(id, isPublic);
  const etag = useSettled(form.latest().version?.etag, PAUSE_MS);
  const { refetch } = versions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what they are counted again for
  useEffect(() => {
    if (id > 0) void refetch();
  }, [etag, refetch]);
  return { versions: versions.data?.total, corrections };
}

type CorrectionsProps = { id: number; publishing: Publishing; onClose: () => void };

/** The corrections of the article that is written. */
export function ArticleCorrections({ id, publishing, onClose }: CorrectionsProps) {
  const { CorrectionsDialog } = useRoomParts();
  const { canCorrect } = useCorrectionRule(id);
  function add() {
    const { said, change } = publishing.note;
    if (!said.correction) change({ ...said, correction: { text: "", position: "top" } });
    onClose();
    publishing.open();
  }
  return <CorrectionsDialog id={id} onAdd={publishing.mayPublish && canCorrect ? add : null} onClose={onClose} />;
}
