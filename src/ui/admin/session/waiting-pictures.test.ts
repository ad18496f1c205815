import { expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { apiError } from "#test/support/api-error.ts";
import {
  addWaitingPicture,
  isWaitingPicture,
  knowPictures,
  localAddresses,
  onPictureOutcome,
  outcomeOf,
  refusalsIn,
  uploadWaiting,
  waitingFile,
  waitingFiles,
  whenUploaded,
  withOutcomes,
} from "./waiting-pictures.ts";

const add = (name = "quay.png") => addWaitingPicture(new File([name], name, { type: "image/png" }));
const image = (address: string) => `<img src="${address}" alt="A quay" />`;
const refusal = apiError("picture_unreadable", "This is not an image.");

test("a picture stands in a text by an address of its own, though the same file is put there twice", async () => {
  const [one, other] = [await add(), await add()];
  expect(one).not.toBe(other);
  const values = { title: "Title", body: `<p>a</p>${image(one)}${image(other)}${image(one)}`, date: null, tags: [one] };
  expect(localAddresses(values)).toEqual([one, other]);
  expect(Object.keys(waitingFiles(values) ?? {})).toEqual([one, other]);
  expect(waitingFiles({ body: "<p>pending:a-b</p>" })).toBeUndefined();
});

test("the bytes are held, not the file on disk, which may be gone when the connection is back", async () => {
  const file = new File(["bytes"], "quay.png", { type: "image/png" });
  const held = waitingFile(await addWaitingPicture(file));
  expect(held).not.toBe(file);
  expect([held?.name, held?.type, await held?.text()]).toEqual(["quay.png", "image/png", "bytes"]);
});

test("what waits stays in the values until it is stored, which shows its address instead", async () => {
  const [first, second] = [await add("1"), await add("2")];
  const values = { body: `<p>a</p>${image(first)}<figure>${image(second)}</figure>`, size: 3 };
  expect(withOutcomes(values)).toEqual(values);
  await uploadWaiting([first], async (file) => `/media/${file.name}`);
  expect(withOutcomes(values).body).toBe(`<p>a</p>${image("/media/1")}<figure>${image(second)}</figure>`);
  expect([waitingFile(first), outcomeOf(first)]).toEqual([undefined, { url: "/media/1" }]);
  expect(Object.keys(waitingFiles(values) ?? {})).toEqual([second]);
});

test("one that nobody knows is left out: no text that is sent names it", () => {
  expect(withOutcomes({ body: `<p>a</p>${image("pending:lost-1")}<p>b</p>` })).toEqual({ body: "<p>a</p><p>b</p>" });
});

test("without the server it waits on; what the server refuses for good is left out, and said", async () => {
  const address = await add();
  const values = { body: `<p>a</p>${image(address)}` };
  for (const error of [
    new NetworkError(),
    apiError("database_unavailable"),
    apiError("session_ended"),
    apiError("storage_full"),
  ])
    await expect(uploadWaiting([address], () => Promise.reject(error))).rejects.toBe(error);
  expect(withOutcomes(values)).toEqual(values);
  const learned = vi.fn();
  const end = onPictureOutcome(learned);
  await uploadWaiting([address], () => Promise.reject(refusal));
  expect(learned).toHaveBeenCalledTimes(1);
  expect(withOutcomes(values)).toEqual({ body: "<p>a</p>" });
  expect(refusalsIn(values)).toEqual(["“quay.png”: This is not an image."]);
  end();
});

test("several who ask for it upload it once, and once more only after a failure", async () => {
  const address = await add();
  const upload = vi.fn(async () => "/media/once");
  await Promise.all([uploadWaiting([address], upload), uploadWaiting([address], upload)]);
  await uploadWaiting([address], upload);
  expect(upload).toHaveBeenCalledTimes(1);
});

test("what is put into the text meanwhile is waited for, too", async () => {
  const [first, second] = [await add("1"), await add("2")];
  const text = { body: image(first) };
  await whenUploaded(
    () => text,
    async (file) => {
      text.body = image(first) + image(second);
      return `/media/${file.name}`;
    },
  );
  expect(withOutcomes(text).body).toBe(image("/media/1") + image("/media/2"));
});

test("a draft's pictures are known to the page that reads it, and one that is stored stays so", async () => {
  const file = new File(["bytes"], "kept.png");
  knowPictures({ "pending:kept-1": file });
  expect([isWaitingPicture("pending:kept-1"), waitingFile("pending:kept-1")]).toEqual([true, file]);
  await uploadWaiting(["pending:kept-1"], async () => "/media/kept");
  knowPictures({ "pending:kept-1": file });
  expect(outcomeOf("pending:kept-1")).toEqual({ url: "/media/kept" });
  knowPictures(undefined);
});
