import { changeContent } from "#db/change.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { articlesTitled } from "#features/articles/queries.ts";
import { trashArticle } from "#features/articles/trash.ts";
import { editedByPeople } from "#features/documents/history/queries.ts";
import { purgeDocument, type TrashStore } from "#features/documents/trash/commands.ts";
import { idsInTrash } from "#features/documents/trash/queries.ts";
import { removeAuthor } from "#features/identity/accounts/authors.ts";
import { authorsNamed } from "#features/identity/accounts/queries.ts";
import { deletePicture } from "#features/media/pictures/commands.ts";
import { picturesNamed } from "#features/media/pictures/queries.ts";
import { operator } from "#shared/actor.ts";
import { InUseError } from "#shared/errors.ts";
import { PICTURE_USES } from "../picture-uses.ts";
import { bodyPictures, readEdition } from "./edition.ts";
import type { SeedParts } from "./seed.ts";

type EditionStore = SeedParts & TrashStore;

/** What `removeEdition` did: how much it removed, and the titles of articles that it left because people had edited them. */
export type RemovedEdition = { articles: number; authors: number; pictures: number; edited: string[] };

/**
 * Removes the first edition: its articles, also from the trash, then its authors and pictures that nothing else uses.
 * Articles that a person has edited stay unless `alsoEdited`. May be interrupted and repeated.
 */
export async function removeEdition(
  stores: EditionStore,
  folder: string,
  alsoEdited: boolean,
): Promise<RemovedEdition> {
  const { database } = stores;
  const { articles, authors } = readEdition(folder);
  const titles = titlesOf(articles);
  const stored = await articlesTitled(database.db, [...titles]);
  const edited = new Set(alsoEdited ? [] : await editedByPeople(database.db, "article", [...stored.keys()]));
  const unchanged = [...stored.keys()].filter((id) => !edited.has(id));
  for (const id of unchanged) await trashArticle(stores, operator, id);
  const inTrash = await idsInTrash(database.db, "article", [...titles]);
  for (const id of inTrash) await purgeDocument(stores, operator, { type: "article", id });
  const pictures = [...authors, ...articles].map(({ slug }) => slug).concat(articles.flatMap(bodyPictures));
  return {
    articles: inTrash.length,
    authors: await removeUnusedAuthors(
      stores,
      authors.map(({ name }) => name),
    ),
    pictures: await deleteUnused(stores, pictures),
    edited: [...edited].map((id) => stored.get(id) ?? ""),
  };
}

/** The titles of the first edition; version 0.1.0 wrote them with straight apostrophes. */
export const titlesOf = (articles: readonly { title: string }[]): Set<string> =>
  new Set(articles.flatMap(({ title }) => [title, title.replaceAll("’", "'")]));

/** Removes those authors who have no article left; returns how many. */
function removeUnusedAuthors({ database }: EditionStore, names: string[]): Promise<number> {
  return changeContent(database, async (trx) => {
    let removed = 0;
    for (const id of await authorsNamed(trx, names)) {
      if ((await ownedBy(trx, id).limit(1).executeTakeFirst()) !== undefined) continue;
      await removeAuthor(trx, id);
      removed++;
    }
    return { result: removed, changed: [EVERYTHING] };
  });
}

/** Deletes those of the named pictures that nothing shows; returns how many. */
async function deleteUnused({ database, clock, storage }: EditionStore, names: string[]): Promise<number> {
  let deleted = 0;
  for (const id of await picturesNamed(database.db, names)) {
    try {
      await deletePicture({ database, clock, storage, pictureUses: PICTURE_USES }, operator, id);
      deleted++;
    } catch (error) {
      if (!(error instanceof InUseError)) throw error;
    }
  }
  return deleted;
}
