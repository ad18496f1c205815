import { describe, expect, test } from "vitest";
import { NEW_VALUES } from "#features/articles/admin/form-values.tsx";
import { useDiscard } from "#features/documents/room/admin/document-actions.tsx";
import { emptyOf, storedOf } from "#features/documents/room/admin/room-session.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { apiError } from "#test/support/api-error.ts";
import { exampleDetail } from "#test/support/article-answers.ts";
import { startSession } from "#ui/admin/session/session.ts";
import { ARTICLE_TYPE, type ArticleForm, type Choices, type Written } from "./article-type.tsx";

const PLAIN = exampleDetail({ id: 7, has_draft: false });
const NEW_WRITTEN = emptyOf<Written, Choices>(ARTICLE_TYPE);
const copy = (saved?: string) => storedOf(ARTICLE_TYPE, { row: { ...PLAIN, ...(saved && { saved }) }, etag: '"1"' });

/** A form whose autosave is on its way, and makes a working copy when it arrives. */
function discarding(reply: () => object | undefined) {
  const steps: string[] = [];
  const work = {
    state: { session: startSession(copy(), NEW_WRITTEN) },
    current: () => ({ ...NEW_WRITTEN, title: "Typed" }),
    async stop() {
      work.state = { session: startSession(copy("2026-11-20T12:00:00.000Z"), NEW_WRITTEN) };
      steps.push("stopped");
    },
    resume: () => void steps.push("resumed"),
  };
  const { api } = noteCalls(({ method }) => {
    steps.push(method);
    return method === "DELETE" ? reply() : { body: PLAIN, etag: '"1"' };
  });
  const form = { session: work, values: NEW_VALUES, choices: {}, file: null, type: ARTICLE_TYPE };
  const { discard } = hookResult(
    () =>
      useDiscard({
        form: { ...form, forget: () => void steps.push("forgotten") } as unknown as ArticleForm,
        account: "7",
        onDiscarded: ({ title, session }) => void steps.push(`left ${title}, of ${session.base?.etag}`),
      }),
    { api },
  );
  return { discard, steps };
}

describe("discarding changes", () => {
  test("waits for an autosave that is on its way, and ends the working copy that it made", async () => {
    const { discard, steps } = discarding(() => undefined);
    discard();
    await expect.poll(() => steps).toEqual(["stopped", "DELETE", "GET", "forgotten", 'left Typed, of "1"']);
  });

  test("forgets nothing in the browser if the server did not take it", async () => {
    const { discard, steps } = discarding(() => {
      throw apiError("database_unavailable");
    });
    discard();
    await expect.poll(() => steps).toEqual(["stopped", "DELETE", "resumed"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toEqual(["stopped", "DELETE", "resumed"]);
  });
});
