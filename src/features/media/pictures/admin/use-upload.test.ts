import { describe, expect, test } from "vitest";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { outcomeToast, type UploadOutcome, useUpload } from "./use-upload.ts";

const uploaded = (name: string): UploadOutcome => ({
  name,
  toast: { title: "Success", description: "Image uploaded successfully" },
});
const failed = (name: string, description: string, title = "Upload failed"): UploadOutcome => ({
  name,
  toast: { title, description, variant: "destructive" },
});
const WRONG = "Only image files are allowed";
const wrong = (name: string) => failed(name, WRONG, "Invalid file type");

const toastOf = (outcomes: UploadOutcome[]) => outcomeToast(outcomes.slice(0, -1), outcomes.at(-1) ?? uploaded("none"));

describe("the toast of uploads", () => {
  test("of one file is its own, word for word", () => {
    expect(toastOf([wrong("a.txt")])).toEqual(wrong("a.txt").toast);
    expect(toastOf([uploaded("a.png")])).toEqual(uploaded("a.png").toast);
  });

  test("names every file that failed, with its reason, and is not replaced by a later success", () => {
    const unreadable = failed("c.png", "A picture could not be read.");
    const toast = toastOf([wrong("a.txt"), wrong("b.pdf"), unreadable, uploaded("d.png")]);
    expect(toast).toEqual({
      title: "Upload failed",
      description: "“a.txt”, “b.pdf”: Only image files are allowed. “c.png”: A picture could not be read.",
      variant: "destructive",
    });
  });

  test("keeps the title of failures of one kind, and counts the rest of a long list", () => {
    const toast = toastOf(["1", "2", "3", "4", "5", "6", "7"].map(wrong));
    expect(toast.title).toBe("Invalid file type");
    expect(toast.description).toBe(`“1”, “2”, “3”, “4”, “5” and 2 more: ${WRONG}.`);
  });
});

test("a picture that cannot be read again after its upload is reported as uploaded", async () => {
  const { api } = noteCalls(() => ({ body: { url: "/media/a.png" } }));
  const file = new File(["picture"], "a.png", { type: "image/png" });
  file.arrayBuffer = () => Promise.reject(new Error("The file has changed."));
  const outcomes: { toast: { title: string } }[] = [];
  const { upload } = hookResult(useUpload, { api });
  expect(await upload(file, { outcomes: outcomes as never })).toBe("/media/a.png");
  expect(outcomes.map(({ toast }) => toast.title)).toEqual(["Success"]);
});
