import type { DocumentTexts } from "#features/documents/kinds.ts";
import { changeIssueWithPictures, type IssueTextStore } from "./pictures.ts";
import { wholeBody } from "./whole-body.ts";
import { findEdited, nameOf, wholeOf } from "./working-copy.ts";

/** The texts of issues that can have suggestions: as in the room, introduction and articles are parts of the body. */
export const issueTexts = (store: IssueTextStore): DocumentTexts => ({
  async read(db, id) {
    const edited = await findEdited(db, id);
    const { subject, preview, ...content } = wholeOf(edited);
    return { texts: { subject, preview, body: wholeBody(content) }, name: nameOf(edited) };
  },
  async save(actor, id, texts, { ifMatch, claim }) {
    const merged = texts.body === undefined ? {} : { introduction: "", article_ids: [] };
    const isCurrent = (name: string) => ifMatch === `"${name}"`;
    const options = { isCurrent, begun: undefined, isAutosave: true, claim };
    await changeIssueWithPictures(store, actor, id, { ...texts, ...merged }, options);
  },
});
