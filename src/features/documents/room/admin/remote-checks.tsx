import { type RefObject, useMemo } from "react";
import type { RichTextHandle } from "#features/editor/admin/rich-text.ts";
import { useSettled } from "#ui/admin/timing.ts";
import { contentIn } from "./content-sides.tsx";
import { Findings } from "./findings.tsx";
import { remotePlaces } from "./remote-findings.ts";
import { useRemoteFindings } from "./use-remote-findings.tsx";

/** Checked in the pauses of writing only: a long text is parsed for it. */
const PAUSE_MS = 1_200;

type Props = {
  /** The text as HTML. */
  text: string;
  editor: RefObject<RichTextHandle | null>;
};

/** The pictures and cards of a text that could not be had from other hosts, with what can be done about each. */
export function RemoteChecks({ text, editor }: Props) {
  const settled = useSettled(text, PAUSE_MS);
  const places = useMemo(() => remotePlaces({ values: { image_url: "" }, content: contentIn(settled) }), [settled]);
  const { findings, input } = useRemoteFindings(places, {
    onReplace: (address, url) => editor.current?.replacePictures(address, url),
  });
  return (
    <>
      {input}
      {findings.length > 0 && (
        <Findings
          label="Could not be copied"
          findings={findings}
          onGo={(place) => "selector" in place && editor.current?.show(place.selector, place.at)}
        />
      )}
    </>
  );
}
