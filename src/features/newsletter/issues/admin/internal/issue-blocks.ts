import { BadgeDollarSign, Newspaper, RectangleHorizontal } from "lucide";
import type { EditorAddition } from "#features/editor/admin/rich-text.ts";
import { ArticleDialog } from "./article-dialog.tsx";
import { ButtonDialog } from "./button-dialog.tsx";
import { ArticleBlock, IssueDocument, MailButton, Sponsor } from "./issue-nodes.ts";
import { SponsorDialog } from "./sponsor-dialog.tsx";

/** What an issue has besides what an article has (features/content/model.ts). */
export const ISSUE_BLOCKS: EditorAddition = {
  extensions: [IssueDocument, ArticleBlock, Sponsor, MailButton],
  tools: [
    { label: "Article", words: "story link teaser post", icon: Newspaper, dialog: "article" },
    { label: "Sponsor", words: "sponsored advertisement ad", icon: BadgeDollarSign, dialog: "sponsor" },
    { label: "Button", words: "link call to action", icon: RectangleHorizontal, dialog: "button" },
  ],
  // Cards of other pages are made for articles alone.
  hidden: ["card"],
  dialogs: { article: ArticleDialog, sponsor: SponsorDialog, button: ButtonDialog },
  dialogOf: (editor) => (editor.isActive("articleBlock") ? "article" : null),
  placeholder: "Start writing your newsletter, or press / for articles, a sponsor, a button...",
};
