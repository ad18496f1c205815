import { describe, expect, test } from "vitest";
import { ApiError } from "#shared/api-client.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import type { ArticleForm } from "./article-form.ts";
import { useDiscard } from "./use-discard.ts";

/** A form whose autosave is on its way, and makes a working copy when it arrives. */
function discarding(reply: () => undefined) {
  const steps: string[] = [];
  let row: object = { id: 7 };
  const form = {
    settled: async () => {
      row = { id: 7, saved: "2026-11-20T12:00:00.000Z" };
      steps.push("settled");
    },
    latest: () => ({ version: { row, etag: "" } }),
    discard: () => void steps.push("forgotten"),
  };
  const { api } = noteCalls(({ method }) => {
    steps.push(method);
    return reply();
  });
  const { discard } = hookResult(() => useDiscard(form as unknown as ArticleForm, () => void steps.push("left")), {
    api,
  });
  return { discard, steps };
}

describe("discarding changes", () => {
  test("waits for an autosave that is on its way, and ends the working copy that it made", async () => {
    const { discard, steps } = discarding(() => undefined);
    discard();
    await expect.poll(() => steps).toEqual(["settled", "DELETE", "forgotten", "left"]);
  });

  test("forgets nothing in the browser if the server did not take it", async () => {
    const { discard, steps } = discarding(() => {
      throw new ApiError(503, {});
    });
    discard();
    await expect.poll(() => steps).toEqual(["settled", "DELETE"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toEqual(["settled", "DELETE"]);
  });
});
