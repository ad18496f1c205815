import { expect, test, vi } from "vitest";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { type RemotePlace, remoteFindings } from "./remote-checks.tsx";

const PICTURE = "https://pictures.example/a.png";
const CARD = "https://video.example/watch";
const place = { field: "image_url" };
const places: RemotePlace[] = [
  { kind: "picture", address: PICTURE, place },
  { kind: "card", address: CARD, place },
];
const stateOf = (kind: "picture" | "card", address: string, state: RemoteState["state"]) =>
  ({ kind, address, state, url: "", detail: state === "failed" ? "The host answered with 404." : "" }) as RemoteState;

function find(...states: RemoteState[]) {
  const handlers = { retry: vi.fn(), upload: vi.fn(), remove: vi.fn() };
  return { findings: remoteFindings(places, states, handlers), ...handlers };
}

test("a picture whose copy failed can be asked for again, uploaded, or removed", () => {
  const { findings, retry, upload, remove } = find(stateOf("picture", PICTURE, "failed"));
  expect(findings).toMatchObject([
    {
      words:
        "Readers don’t see this picture: it could not be copied from pictures.example (the host answered with 404)",
      place,
    },
  ]);
  const [again, instead, gone] = findings[0]?.actions ?? [];
  expect([again?.name, instead?.name, gone?.name]).toEqual(["Retry", "Upload", "Remove"]);
  again?.run();
  expect(retry.mock.calls).toEqual([[{ kind: "picture", address: PICTURE }]]);
  instead?.run();
  expect(upload.mock.calls).toEqual([[PICTURE]]);
  expect(remove).not.toHaveBeenCalled();
  gone?.run();
  expect(remove.mock.calls).toEqual([[PICTURE]]);
});

test("a card that could not be made stays a link, and can be asked for again", () => {
  const { findings, retry } = find(stateOf("card", CARD, "failed"));
  expect(findings.map(({ actions = [] }) => actions.map(({ name }) => name))).toEqual([["Retry"]]);
  findings[0]?.actions?.[0]?.run();
  expect(retry.mock.calls).toEqual([[{ kind: "card", address: CARD }]]);
});

test("nothing is said of what is on its way, has come, or is not known yet", () => {
  expect(find().findings).toEqual([]);
  expect(find(stateOf("picture", PICTURE, "waiting"), stateOf("card", CARD, "done")).findings).toEqual([]);
});
