import type { Kysely } from "kysely";
import { z } from "zod";
import type { Tables } from "#db/tables.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import { storePicture } from "#features/media/pictures/staging.ts";
import { type TaskJobDeps, taskJobs } from "#features/tasks/jobs.ts";
import { RetryLaterError, type TaskKind } from "#features/tasks/rules.ts";
import { ImageError } from "#platform/images.ts";
import { RemoteError, type RemoteFetch } from "#platform/remote-fetch.ts";
import type { Job } from "#platform/scheduler.ts";
import type { DocumentKey } from "#shared/document.ts";
import { InvalidError } from "#shared/errors.ts";
import { isAnimated, isRemote, parsePictureUrl } from "#shared/pictures.ts";
import {
  LANE_KINDS,
  LINK_KINDS,
  removeOldLinks,
  requestItems,
  storeFailure,
  storeItem,
  storeLink,
} from "./commands.ts";
import { fetchCard } from "./internal/fetch-card.ts";
import { findItems, findWithPictures, isKnown } from "./queries.ts";
import { hostOf, type RemoteItem } from "./rules.ts";

/**
 * Updates all uses of a fetched item in a feature, in its own transactions; `picture`
 * is the address of our copy.
 */
export type ItemListener = (item: RemoteItem & { key: string; picture: string }) => Promise<void>;

export type RemoteStore = PictureStore & {
  fetchRemote: RemoteFetch;
  siteUrl: string;
  itemListeners: readonly ItemListener[];
  /** A document that names an item, for sentences about it. */
  documentWith: (db: Kysely<Tables>, item: RemoteItem & { key: string }) => Promise<DocumentKey | undefined>;
};

/** The note for the editor on a copy of an animation. */
const STILL_PICTURE = "Readers see only the first frame of this animation.";

/** The same limit as for uploads. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const PICTURE = { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif", maxBytes: MAX_PICTURE_BYTES };

/**
 * Copies a remote picture; returns the address of the copy and whether only its first frame was kept. Whatever
 * its declared type, the picture worker decides the format. Throws RemoteError and ImageError.
 */
async function copyPicture(store: RemoteStore, address: string): Promise<{ address: string; isAnimation: boolean }> {
  const url = URL.parse(address);
  // One of our pictures by its absolute address.
  const own = url && url.origin === new URL(store.siteUrl).origin ? parsePictureUrl(url.pathname) : undefined;
  if (url && own) {
    // Recorded as a failure, because its uses would otherwise request it again in each round.
    if (!(await findPicture(store.database.db, own.key))) throw new RemoteError("Picture not found on this site.");
    return { address: url.pathname, isAnimation: false };
  }
  const types = ["image/", "application/octet-stream", "binary/octet-stream"];
  const { bytes } = await store.fetchRemote(address, { ...PICTURE, types });
  const copy = await storePicture(store, bytes, { names: [nameIn(address)] });
  return { address: copy, isAnimation: isAnimated(bytes) };
}

function nameIn(address: string): string {
  const name = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    // The address may be badly encoded.
    return name;
  }
}

const SUBJECTS = { picture: "Picture of", card: "Card of", link: "Link to" } as const;

const payloadSchema = z.object({ key: z.string() });

/** The tasks that fetch remote items and update their uses, and those that check links, one kind per lane. */
const remoteTasks = (store: RemoteStore): TaskKind[] =>
  [...LANE_KINDS, ...LINK_KINDS].map((kind) => ({
    kind,
    async subjectOf(db, payload) {
      const { key } = payloadSchema.parse(payload);
      const item = (await findItems(db, [key])).get(key);
      if (!item) return { what: "Picture or card of another site" };
      const what = `${SUBJECTS[item.kind]} ${hostOf(item.address)}`;
      return { what, document: await store.documentWith(db, item) };
    },
    isRetried: true,
    prepare: async (payload) => {
      const { key } = payloadSchema.parse(payload);
      await bringItem(store, key);
      // Done outside this transaction; repeatable.
      return async () => ({ position: null, done: 1, total: 1, isDone: true, result: null });
    },
  }));

async function bringItem(store: RemoteStore, key: string): Promise<void> {
  const { db } = store.database;
  const item = (await findWithPictures(db, [key])).get(key);
  if (!item) return;
  if (item.kind === "link") return storeLink(db, key, store.clock.now(), await missingPage(store, item.address));
  if (!isKnown(item)) await storeItem(db, key, await fetchItem(store, item));
  const fetched = (await findWithPictures(db, [key])).get(key);
  if (fetched) for (const bring of store.itemListeners) await bring(fetched);
}

/** Why there is no page at an address, as its host says; empty if there is one, or if its host does not say. */
async function missingPage({ fetchRemote }: RemoteStore, address: string): Promise<string> {
  try {
    await fetchRemote(address, { accept: "*/*", types: [""], maxBytes: 1, isBeginningEnough: true });
    return "";
  } catch (error) {
    if (error instanceof RemoteError) return error.isMissing ? error.message : "";
    throw error;
  }
}

/** Fetches the content of a card. A failed picture is left out. Throws RemoteError. */
async function makeCard(store: RemoteStore, address: string) {
  const { picture, ...details } = await fetchCard(store.fetchRemote, address);
  const copy = picture === "" ? "" : await copyPicture(store, picture).then((made) => made.address, withoutPicture);
  return { picture_key: keyInAddress(copy) ?? "", details: JSON.stringify(details), done_at: store.clock.now() };
}

function withoutPicture(error: unknown): string {
  if (error instanceof RemoteError || error instanceof ImageError) return "";
  throw error;
}

async function fetchItem(store: RemoteStore, { key, kind, address }: RemoteItem & { key: string }) {
  try {
    if (kind === "card") return await makeCard(store, address);
    const copy = await copyPicture(store, address);
    const details = copy.isAnimation ? STILL_PICTURE : "";
    return { picture_key: keyInAddress(copy.address) ?? "", details, done_at: store.clock.now() };
  } catch (error) {
    const isRefused = error instanceof ImageError;
    if (!isRefused && !(error instanceof RemoteError)) throw error;
    const sentence = isRefused ? "It is not a supported picture." : error.message;
    await storeFailure(store.database.db, key, sentence);
    throw isRefused || error.isFinal ? new InvalidError("picture_not_copied", sentence) : new RetryLaterError(sentence);
  }
}

/** The pictures by address in a small table of a feature. */
export type FindAddresses = (db: Kysely<Tables>) => Promise<string[]>;

/** Interval of the scan of such tables, in milliseconds. */
const LOOK_INTERVAL_MS = 2_000;
const CLEANUP_INTERVAL_MS = 10 * 60_000;

type Deps = { store: RemoteStore; shownAddresses: readonly FindAddresses[]; log: TaskJobDeps["log"] };

/** Fetches requested items, and requests the pictures of features with small tables. */
export const remoteJobs = ({ store, shownAddresses, log }: Deps): Job[] => [
  ...taskJobs({ ...store, log }, remoteTasks(store)),
  {
    name: "pictures on other hosts",
    title: "Find pictures on other sites to copy",
    every: LOOK_INTERVAL_MS,
    alone: true,
    async run() {
      const { db } = store.database;
      const addresses: string[] = [];
      for (const find of shownAddresses) addresses.push(...(await find(db)).filter(isRemote));
      const items = addresses.map((address) => ({ kind: "picture" as const, address }));
      if (items.length > 0) await db.transaction().execute((trx) => requestItems(trx, store.clock.now(), items));
    },
  },
  {
    name: "old links",
    title: "Delete old results of link checks",
    every: CLEANUP_INTERVAL_MS,
    alone: true,
    run: () => removeOldLinks(store.database.db, store.clock.now()),
  },
];
