import type { Extensions } from "@tiptap/core";
import { Placeholder, Selection } from "@tiptap/extensions";
import { BlockLayout } from "./block-layout.ts";
import { DepthLimit } from "./depth-limit.ts";
import { DropLine } from "./drop-line.ts";
import { Figure, FigureCaption, FigureCredit } from "./figure-nodes.ts";
import { PictureNode } from "./picture-node.ts";
import { starterParts } from "./starter-parts.ts";
import { TabKeys } from "./tab-keys.ts";
import { Table, TableCell, TableHeader, TableRow } from "./table-nodes.ts";
import { UploadPlaces } from "./upload-places.ts";

/** Spec section 2, Article form. */
export const PLACEHOLDER = "Start writing your article content...";

/** What an article can be made of: what the server's cleaning keeps (features/content/model.ts), and nothing else. */
export const EXTENSIONS: Extensions = [
  ...starterParts(),
  PictureNode,
  Figure,
  FigureCredit,
  FigureCaption,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  BlockLayout,
  TabKeys,
  DepthLimit,
  UploadPlaces,
  DropLine,
  Placeholder.configure({ placeholder: PLACEHOLDER }),
  // Keeps the selection in sight while a dialog or the toolbar has the focus.
  Selection,
];
