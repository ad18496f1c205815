import { expect, test } from "vitest";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { useUpload } from "./use-upload.ts";

test("a picture that cannot be read again after its upload is reported as uploaded", async () => {
  const { api } = noteCalls(() => ({ body: { url: "/media/a.png" } }));
  const file = new File(["picture"], "a.png", { type: "image/png" });
  file.arrayBuffer = () => Promise.reject(new Error("The file has changed."));
  const outcomes: { toast: { title: string } }[] = [];
  const { upload } = hookResult(useUpload, { api });
  expect(await upload(file, { outcomes: outcomes as never })).toBe("/media/a.png");
  expect(outcomes.map(({ toast }) => toast.title)).toEqual(["Success"]);
});
