import type { Paged } from "#shared/api-client.ts";
import { type ApiQuery, pagedApiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorApiUrl } from "#shared/urls.ts";
import type { OutboxMail } from "../schema.ts";

/** Mails on one page of a list. */
export const MAIL_PAGE_SIZE = 50;

/** What narrows a list of mails; an empty text does not. */
export type MailFilter = { state: OutboxMail["state"] | ""; kind?: OutboxMail["kind"] | "" };

/** One page of mails, newest first, at the address of a list of them; `page` counts from 1. */
export function mailPage(url: string, filter: MailFilter, page: number): ApiQuery<Paged<OutboxMail>> {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  search.set("limit", String(MAIL_PAGE_SIZE));
  search.set("offset", String((page - 1) * MAIL_PAGE_SIZE));
  return pagedApiQuery(`${url}?${search}`);
}

/** The newest mail that could not leave and is tried again, and how many there are. */
export const delayedMails = (): ApiQuery<Paged<OutboxMail>> =>
  pagedApiQuery(`${editorApiUrl.outbox()}?delayed=true&limit=1`);

/** Queues a mail again that failed or is uncertain. Throws `ApiError` or `NetworkError`. */
export async function sendMailAgain(api: EditorApi, id: number): Promise<OutboxMail> {
  return (await api.send<OutboxMail>("POST", editorApiUrl.sendAgain(id))).body;
}
