import { bytesOf, type KeptAnswer } from "./answer-forms.ts";
import type { Dated } from "./freshness.ts";
import { createSegmentedCache } from "./segmented-cache.ts";

/** A response with what decides how long it is served. */
export type Entry = Dated & {
  key: string;
  answer: KeptAnswer;
  /** The request targets by which it is found. */
  targets: string[];
};

const REQUESTS_SHARE = 0.25;
/** Spellings by which one response is found; each further one replaces the oldest. */
const MAX_TARGETS = 8;
const MAX_TARGET_LENGTH = 300;
/** Of what addresses that long lead to, nothing is kept. */
const MAX_KEY_LENGTH = 2_000;
const TARGET_BYTES = 200;

/**
 * Responses by key and by request target, bounded in bytes: the publication's own, whose number its editors decide, and
 * those that any client can multiply at will, which evict only each other.
 */
export function createAnswerStore(maxBytes: number) {
  const keyOf = new Map<string, string>();
  const forget = ({ targets }: Entry) => {
    for (const target of targets) keyOf.delete(target);
  };
  const partitions = {
    pages: createSegmentedCache<Entry>(Math.floor(maxBytes * (1 - REQUESTS_SHARE)), forget),
    requests: createSegmentedCache<Entry>(Math.floor(maxBytes * REQUESTS_SHARE), forget),
  };
  const { pages, requests } = partitions;
  const put = (entry: Entry, partition: typeof pages) => {
    const ofTargets = entry.targets.reduce((sum, target) => sum + target.length + TARGET_BYTES, 0);
    partition.set(entry.key, entry, bytesOf(entry.answer) + ofTargets + 2 * entry.key.length);
  };
  const partitionOf = (entry: Entry) => [pages, requests].find((one) => one.peek(entry.key) === entry);

  return {
    find: (key: string): Entry | undefined => pages.get(key) ?? requests.get(key),
    keyOf: (target: string): string | undefined => keyOf.get(target),
    /** Takes in a response in place of the one that had its key. */
    keep(entry: Entry, name: keyof typeof partitions): void {
      if (entry.key.length > MAX_KEY_LENGTH) return;
      partitions[name === "pages" ? "requests" : "pages"].delete(entry.key);
      put(entry, partitions[name]);
    },
    /** Counts again what a response takes, after another form of it was made. */
    recount(key: string, answer: KeptAnswer): void {
      const entry = pages.peek(key) ?? requests.peek(key);
      const partition = entry?.answer === answer ? partitionOf(entry) : undefined;
      if (entry && partition) put(entry, partition);
    },
    /** From now on a response is found by this target, too, as long as it is held. */
    addTarget(entry: Entry, target: string | undefined): void {
      if (target === undefined || target.length > MAX_TARGET_LENGTH || keyOf.get(target) === entry.key) return;
      const partition = partitionOf(entry);
      if (!partition) return;
      if (entry.targets.length >= MAX_TARGETS) keyOf.delete(entry.targets.shift() ?? "");
      entry.targets.push(target);
      keyOf.set(target, entry.key);
      put(entry, partition);
    },
    stats: () => ({
      bytes: pages.bytes() + requests.bytes(),
      entries: pages.count() + requests.count(),
      maxBytes,
    }),
  };
}
