import type { Extensions } from "@tiptap/core";
import { Placeholder, Selection } from "@tiptap/extensions";
import { Aside } from "./internal/aside-node.ts";
import { BlockLayout } from "./internal/block-layout.ts";
import { DepthLimit } from "./internal/depth-limit.ts";
import { DropLine } from "./internal/drop-line.ts";
import { Figure, FigureCaption, FigureCredit } from "./internal/figure-nodes.ts";
import { Footnote } from "./internal/footnote-node.ts";
import { Gallery } from "./internal/gallery-node.ts";
import { PictureNode } from "./internal/picture-node.ts";
import { starterParts } from "./internal/starter-parts.ts";
import { TabKeys } from "./internal/tab-keys.ts";
import { Table, TableCell, TableHeader, TableRow } from "./internal/table-nodes.ts";
import { Typography } from "./internal/typography.ts";
import { UploadPlaces } from "./internal/upload-places.ts";

/** Shown while the text is empty. */
export const PLACEHOLDER = "Start writing your article content...";

/** What an article may contain: exactly what the server's sanitizer keeps (features/content/model.ts). */
export const EXTENSIONS: Extensions = [
  ...starterParts(),
  PictureNode,
  Figure,
  FigureCredit,
  FigureCaption,
  Gallery,
  Aside,
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
  Placeholder.configure({ placeholder: PLACEHOLDER }),
  // Keeps the selection visible while a dialog or the toolbar has the focus.
  Selection,
];
