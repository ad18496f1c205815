import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { resolvedAddress, siteHost } from "#features/content/own-addresses.ts";
import { ownCardPath } from "#features/content/rules.ts";
import { useSite } from "#shared/site-context.tsx";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { SUGGEST_AFTER_MS, useSettled } from "#ui/admin/timing.ts";
import { Field } from "#ui/field.tsx";
import { isAddress, targetsFor, useLinkTargets } from "../link-targets.ts";
import { completeAddress, linkAddress } from "../safe-address.ts";
import { describeFile, type FileAttributes } from "./card-nodes.ts";
import { FormDialog } from "./form-dialog.tsx";

type DialogProps = { editor: Editor; onClose: () => void };

/** The complete web address of a page or file; null for other text. */
function webAddress(typed: string): string | null {
  const href = linkAddress(completeAddress(typed));
  return href !== null && /^https?:\/\//i.test(href) && URL.canParse(href) ? href : null;
}

/** The path of the site's own article, topic or series at an address; null for any other. */
const ownPath = (typed: string, siteUrl: string): string | null =>
  ownCardPath(resolvedAddress(completeAddress(typed), [siteUrl, location.origin].map(siteHost)));

const WEB_ONLY = "Enter an address that begins with http or https.";
const PRIVATE = "Readers’ browsers contact the other site only when they follow the link.";
const ASKS_NOBODY = `The server fetches the title and picture. ${PRIVATE}`;

const NOT_FOUND = "Nothing has this name. Choose an article, topic or series from the list, or enter an address.";
const PAGE = {
  title: "Embed a page",
  hint: `The card of your own article, topic or series follows its title and picture, and is shown while readers can open it. For other sites, the server fetches the title and picture. ${PRIVATE}`,
};
const VIDEO = {
  title: "Embed a video",
  hint: `From YouTube, Vimeo or another site. It plays there. ${ASKS_NOBODY}`,
};
const POST = {
  title: "Embed a post",
  hint: `From X, Bluesky, Mastodon or another site. It opens there. ${ASKS_NOBODY}`,
};

/** Embeds a page by its address, or an own article, topic or series found by words of its name, whose card follows it (decisions 211 and 319). */
export function EmbedDialog({ editor, onClose }: DialogProps) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const { url } = useSite();
  const words = useSettled(isAddress(address) ? "" : address.trim(), SUGGEST_AFTER_MS);
  const pages = useLinkTargets(words).filter((target) => ownCardPath(target.address) !== null);

  function onSubmit() {
    const href = ownPath(address, url) ?? (isAddress(address) ? webAddress(address) : null);
    if (href === null) return setError(isAddress(address) ? WEB_ONLY : NOT_FOUND);
    editor.commands.insertCard(href);
    onClose();
  }
  return (
    <FormDialog action={PAGE.title} onSubmit={onSubmit} onClose={onClose}>
      <SuggestField
        label="Address"
        autoFocus
        submitsOnEnter
        placeholder="Search your articles, topics and series, or enter an address"
        hint={PAGE.hint}
        value={address}
        error={error}
        offersFor={(typed) =>
          targetsFor(typed, pages, words).map(({ address: value, title, hint }) => ({ value, label: title, hint }))
        }
        onChange={(typed) => {
          setAddress(typed);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}

export const VideoDialog = (props: DialogProps) => <CardDialog {...props} {...VIDEO} />;
export const PostDialog = (props: DialogProps) => <CardDialog {...props} {...POST} />;

function CardDialog({ editor, onClose, title, hint }: DialogProps & { title: string; hint: string }) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const { url } = useSite();

  function onSubmit() {
    const href = ownPath(address, url) ?? webAddress(address);
    if (href === null) return setError(WEB_ONLY);
    editor.commands.insertCard(href);
    onClose();
  }
  return (
    <FormDialog action={title} onSubmit={onSubmit} onClose={onClose}>
      <Field
        label="Address"
        inputMode="url"
        autoFocus
        autoComplete="off"
        placeholder="https://"
        hint={hint}
        value={address}
        error={error}
        onChange={({ target }) => {
          setAddress(target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}

type Errors<Values> = { [Name in keyof Values]?: string | undefined };

/** Adds a button, or changes the address of the selected one: its text is edited in place. */
export function ButtonDialog({ editor, onClose }: DialogProps) {
  const [isChange] = useState(() => editor.isActive("button"));
  const [label, setLabel] = useState("");
  const [address, setAddress] = useState<string>(isChange ? editor.getAttributes("button").href : "");
  const [errors, setErrors] = useState<Errors<{ label: string; address: string }>>({});
  function onSubmit() {
    const href = linkAddress(completeAddress(address));
    const missing = {
      ...(!isChange && label.trim() === "" && { label: "Enter the button's text." }),
      ...(href === null && { address: "A link begins with http, https, mailto or tel, or is a path of this site." }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    if (isChange) editor.commands.updateAttributes("button", { href });
    else
      editor.commands.insertContent({
        type: "button",
        attrs: { href },
        content: [{ type: "text", text: label.trim() }],
      });
    onClose();
  }
  return (
    <FormDialog action={isChange ? "Change button" : "Add button"} onSubmit={onSubmit} onClose={onClose}>
      {!isChange && (
        <Field
          label="Text"
          autoFocus
          autoComplete="off"
          maxLength={100}
          value={label}
          error={errors.label}
          onChange={({ target }) => {
            setLabel(target.value);
            setErrors({ ...errors, label: undefined });
          }}
        />
      )}
      <Field
        label="Address"
        inputMode="url"
        autoFocus={isChange}
        autoComplete="off"
        placeholder="https://"
        value={address}
        error={errors.address}
        onChange={({ target }) => {
          setAddress(target.value);
          setErrors({ ...errors, address: undefined });
        }}
      />
    </FormDialog>
  );
}

const NO_FILE: FileAttributes = { href: "", name: "", about: "" };

/** Adds a file of another host, or changes the selected one. Its address suggests a name and a type. */
export function FileDialog({ editor, onClose }: DialogProps) {
  const [isChange] = useState(() => editor.isActive("file"));
  const [values, setValues] = useState(() => (isChange ? (editor.getAttributes("file") as FileAttributes) : NO_FILE));
  const [errors, setErrors] = useState<Errors<FileAttributes>>({});
  const change = (changed: Partial<FileAttributes>) => {
    setValues({ ...values, ...changed });
    setErrors({});
  };
  function suggest() {
    const href = webAddress(values.href);
    if (href === null) return;
    const { name, about } = describeFile(href);
    change({ name: values.name || name, about: values.about || about });
  }
  function onSubmit() {
    const href = webAddress(values.href);
    const missing = {
      ...(href === null && { href: WEB_ONLY }),
      ...(values.name.trim() === "" && { name: "Enter a name for the file." }),
    };
    setErrors(missing);
    if (href === null || Object.keys(missing).length > 0) return;
    const attrs: FileAttributes = { href, name: values.name.trim(), about: values.about.trim() };
    if (isChange) editor.commands.updateAttributes("file", attrs);
    else editor.commands.insertContent({ type: "file", attrs });
    onClose();
  }
  return (
    <FormDialog action={isChange ? "Change file" : "Add file"} onSubmit={onSubmit} onClose={onClose}>
      <Field
        label="Address"
        inputMode="url"
        autoFocus
        autoComplete="off"
        placeholder="https://"
        hint="The address of a PDF or other file on another site. This site stores only pictures."
        value={values.href}
        error={errors.href}
        onChange={({ target }) => change({ href: target.value })}
        onBlur={suggest}
      />
      <Field
        label="Name"
        autoComplete="off"
        maxLength={200}
        value={values.name}
        error={errors.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Type and size"
        autoComplete="off"
        maxLength={100}
        placeholder="PDF, 2.4 MB"
        value={values.about}
        onChange={({ target }) => change({ about: target.value })}
      />
    </FormDialog>
  );
}
