/** Whether the user saved the other version, in another tab or on another device; null if unknown. */
export type IsOwn = boolean | null;

const MINE = { mine: "Mine", keep: "Keep mine", copy: "Save mine as a new draft" };
const SIDES = {
  own: {
    mine: "This window",
    theirs: "Your other window",
    keep: "Keep this version",
    take: "Take the other version",
    both: "Both, the other version first",
    copy: "Save this version as a new draft",
  },
  others: { ...MINE, theirs: "Theirs", take: "Take theirs", both: "Both, theirs first" },
  unknown: {
    ...MINE,
    theirs: "Saved elsewhere",
    take: "Take the saved version",
    both: "Both, the saved version first",
  },
};

/** What the two versions of a conflict, and the buttons that choose one, are called. */
export type SideWords = (typeof SIDES)["own"];

/** `what`: what was changed, for example "ad space". */
const sentencesOf = (what: string) => ({
  own: {
    notice: `You have changed this ${what} in another tab or on another device.`,
    title: `You changed this ${what} elsewhere too`,
    saved: "You saved a newer version in another tab or on another device.",
  },
  others: {
    notice: `Somebody else has changed this ${what} since you opened it.`,
    title: `This ${what} was changed by somebody else`,
    saved: "Somebody saved a newer version while you were writing.",
  },
  unknown: {
    notice: `This ${what} was changed elsewhere since you opened it.`,
    title: `This ${what} was changed elsewhere`,
    saved: "A newer version was saved elsewhere while you were writing.",
  },
});

const STATES = {
  own: "you changed the same part elsewhere",
  others: "somebody else changed the same part",
  unknown: "the same part was changed elsewhere",
};

const whoOf = (isOwn: IsOwn) => (isOwn === null ? "unknown" : isOwn ? "own" : "others");

/** The words of a conflict. They name another user only where the other version is known to be another user's. */
export const versionWords = (isOwn: IsOwn, what: string) => ({
  ...SIDES[whoOf(isOwn)],
  ...sentencesOf(what)[whoOf(isOwn)],
});

/** The state of work that cannot be saved before the editor has chosen between two versions. */
export const conflictWords = (isOwn: IsOwn): string => `Not saved: ${STATES[whoOf(isOwn)]}`;
