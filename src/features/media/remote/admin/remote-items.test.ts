import { expect, test } from "vitest";
import type { RemoteState } from "../schema.ts";
import { animationNote } from "./remote-items.tsx";

const STILL = "Readers see only the first frame of this animation.";
const copyOf = (change: Partial<RemoteState>): RemoteState => ({
  kind: "picture",
  address: "https://pictures.example/a.gif",
  state: "done",
  url: "/media/a.png",
  card: null,
  detail: "",
  ...change,
});

test("announces an animation that lost its frames, in the words of the server", () => {
  expect(animationNote([copyOf({}), copyOf({ detail: STILL })])).toEqual({
    title: "Animation removed",
    description: STILL,
  });
});

test("does not announce still pictures and failed copies", () => {
  expect(animationNote([copyOf({}), copyOf({ state: "failed", url: "", detail: "Not found." })])).toBeNull();
});
