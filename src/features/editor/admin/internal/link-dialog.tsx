import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { fold } from "#shared/text.ts";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { type LinkTarget, useLinkTargets } from "../link-targets.ts";
import { completeAddress, linkAddress } from "../safe-address.ts";
import { FormDialog } from "./form-dialog.tsx";

const LINK_REFUSED = "A link begins with http, https, mailto or tel.";
/** Delay between the last keystroke and the search on the server, in milliseconds. */
const TYPING_DEBOUNCE_MS = 150;

/** Whether a typed text is an address rather than words of a title. */
const isAddress = (typed: string): boolean => /^(?:https?:|mailto:|tel:|[/#])/i.test(completeAddress(typed));

/** The suggested targets for a text: its search results, or those of an earlier text whose titles still match. */
export function targetsFor(typed: string, found: readonly LinkTarget[], searched: string): readonly LinkTarget[] {
  if (isAddress(typed)) return [];
  return typed.trim() === searched ? found : found.filter(({ title }) => fold(title).includes(fold(typed.trim())));
}

/** Adds, changes or removes the link at the selection. Without a selection it has a field for the text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => {
    const isLink = editor.isActive("link");
    const href: string = editor.getAttributes("link").href ?? "";
    return { isLink, href, needsText: !isLink && editor.state.selection.empty };
  });
  const [address, setAddress] = useState(before.href);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const words = useSettled(isAddress(address) ? "" : address.trim(), TYPING_DEBOUNCE_MS);
  const targets = useLinkTargets(words);

  function onAddress(given: string) {
    setAddress(given);
    setError(undefined);
    const target = targets.find((one) => one.address === given);
    if (target && text === "") setText(target.title);
  }
  function onSubmit() {
    const href = linkAddress(completeAddress(address));
    if (href === null) {
      setAddress("");
      setError(LINK_REFUSED);
      return;
    }
    const chain = editor.chain();
    if (before.needsText) {
      const marks = [{ type: "link", attrs: { href } }];
      chain.insertContent({ type: "text", text: text.trim() || address.trim(), marks }).unsetMark("link");
    } else {
      chain.extendMarkRange("link").setLink({ href });
    }
    chain.run();
    onClose();
  }
  function remove() {
    editor.chain().extendMarkRange("link").unsetLink().run();
    onClose();
  }
  return (
    <FormDialog
      action={before.isLink ? "Change link" : "Add link"}
      removal={before.isLink && { label: "Remove link", run: remove }}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <SuggestField
        label="Address"
        autoFocus
        submitsOnEnter
        placeholder="Search articles and pages, or enter an address"
        value={address}
        error={error}
        offersFor={(typed) =>
          targetsFor(typed, targets, words).map(({ address: value, title, hint }) => ({ value, label: title, hint }))
        }
        onChange={onAddress}
      />
      {before.needsText && (
        <Field
          label="Text"
          hint="What readers see; the address where it is left empty."
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
