import type { Generated } from "kysely";

/** That somebody has approved one text of an article, to the letter (features/documents/review). */
export type ArticleApprovalTable = {
  id: Generated<number>;
  article_id: number;
  /** SHA-256 of the text (features/documents/review/serialize.ts). */
  text_hash: string;
  /** Null for an account that is gone. */
  approver_id: number | null;
  approved_at: number;
  /** 1 where a chief did without a second person, for the reason given. */
  is_override: 0 | 1;
  reason: string;
};

/** Who is asked to look at an article: one person at a time (features/documents/requests). */
export type ReviewRequestTable = {
  article_id: number;
  asked_id: number;
  /** Null for an account that is gone. */
  asked_by: number | null;
  asked_at: number;
};
