import type { Feature } from "#platform/feature.ts";
import type { NoteStore } from "./commands.ts";
import { noteRoutes } from "./routes.ts";

/** Editors' notes on passages of articles. */
export const notesFeature = (store: NoteStore): Feature => ({ routes: [noteRoutes(store)] });
