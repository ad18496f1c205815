import { expect, test } from "vitest";
import type { RemoteState } from "../schema.ts";
import { animationNote } from "./use-copied.ts";

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

test("an animation of which only the first frame was copied is announced in the server's words", () => {
  expect(animationNote([copyOf({}), copyOf({ detail: STILL })])).toEqual({
    title: "Animation not kept",
    description: STILL,
  });
});

test("a still picture, and why something could not be copied, are no animations", () => {
  expect(animationNote([copyOf({}), copyOf({ state: "failed", url: "", detail: "Not found." })])).toBeNull();
});
