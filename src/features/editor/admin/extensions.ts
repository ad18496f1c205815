import type { Extensions } from "@tiptap/core";
import { Placeholder, Selection } from "@tiptap/extensions";
import { Aside } from "./internal/aside-node.ts";
import { BlockLayout } from "./internal/block-layout.ts";
import { Card } from "./internal/card-node.ts";
import { DepthLimit } from "./internal/depth-limit.ts";
import { DropLine } from "./internal/drop-line.ts";
import { Figure, FigureCaption, FigureCredit } from "./internal/figure-nodes.ts";
import { Footnote } from "./internal/footnote-node.ts";
import { Gallery } from "./internal/gallery-node.ts";
import { PictureNode } from "./internal/picture-node.ts";
import { Subscript, Superscript } from "./internal/script-marks.ts";
import { StartCursor } from "./internal/start-cursor.ts";
import { starterParts } from "./internal/starter-parts.ts";
import { TabKeys } from "./internal/tab-keys.ts";
import { Table, TableCell, TableHeader, TableRow } from "./internal/table-nodes.ts";
import { Typography } from "./internal/typography.ts";
import { UploadPlaces } from "./internal/upload-places.ts";
import type { EditorAddition } from "./rich-text.ts";

/** Shown while the text is empty. */
export const PLACEHOLDER = "Start writing your article content...";

/** What an article may contain: exactly what the server's sanitizer keeps (features/content/model.ts). */
export const EXTENSIONS: Extensions = [
  ...starterParts(),
  Superscript,
  Subscript,
  PictureNode,
  Figure,
  FigureCredit,
  FigureCaption,
  Gallery,
  Aside,
  Card,
  Footnote,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  BlockLayout,
  TabKeys,
  DepthLimit,
  Typography,
  UploadPlaces,
  DropLine,
  StartCursor,
  Placeholder.configure({ placeholder: PLACEHOLDER }),
  // Keeps the selection visible while a dialog or the toolbar has the focus.
  Selection,
];

/** The same with what other content may contain besides. */
export function extensionsWith(addition: EditorAddition | undefined): Extensions {
  if (!addition) return EXTENSIONS;
  const own = [Placeholder.configure({ placeholder: addition.placeholder }), ...addition.extensions];
  const replaced = new Set(own.map(({ name }) => name));
  return [...EXTENSIONS.filter(({ name }) => !replaced.has(name)), ...own];
}
