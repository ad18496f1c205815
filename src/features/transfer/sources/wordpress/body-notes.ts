import type { TextItem } from "../items.ts";
import { isLimiting } from "./restrictions.ts";

type Level = TextItem["findings"][number]["level"];
/** What happened to shortcodes and blocks, by name. */
type Fate = "builder" | "lost" | "kept" | "filled" | "foreign";

const MESSAGES: Readonly<Record<Fate, readonly [Level, (names: string) => string]>> = {
  builder: ["info", (names) => `It was made with ${names}: its text and pictures come along, its layout does not.`],
  lost: ["warning", (names) => `Parts that only the old site can show were left out: ${names}.`],
  kept: ["info", (names) => `The content of shortcodes came along without what they do: ${names}.`],
  filled: ["warning", (names) => `Blocks that only the old site can fill were left out: ${names}.`],
  foreign: ["info", (names) => `Blocks of plugins came along as plain content: ${names}.`],
};
const MAX_NAMES = 20;
const MAX_MESSAGES = 100;

/** Collects what a text has that cannot come along, and why it must not be public. */
export class BodyNotes {
  readonly #names = new Map<Fate, Set<string>>();
  readonly #messages = new Map<string, Level>();
  /** Why not everyone could read all of it, as a sentence; empty if everyone could. */
  restriction = "";

  note(message: string, level: Level = "info"): void {
    if (this.#messages.size < MAX_MESSAGES) this.#messages.set(message, level);
  }

  name(fate: Fate, name: string): void {
    const names = this.#names.get(fate) ?? new Set();
    if (names.size < MAX_NAMES) this.#names.set(fate, names.add(name));
  }

  /** Makes the text a draft if something in it was for some people only. */
  limitBy(name: string): void {
    if (isLimiting(name)) this.limit(`“${name}” shows a part of it to some people only.`);
  }

  limit(reason: string): void {
    if (this.restriction === "") this.restriction = reason;
  }

  findings(): TextItem["findings"] {
    const named = [...this.#names].map(([fate, names]) => {
      const [level, message] = MESSAGES[fate];
      return { level, message: message([...names].join(", ")) };
    });
    return [...named, ...[...this.#messages].map(([message, level]) => ({ level, message }))];
  }
}
