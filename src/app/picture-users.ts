import { authorPictures } from "#features/accounts/pictures.ts";
import { adPictures } from "#features/ads/pictures.ts";
import { articlePictures } from "#features/articles/pictures.ts";
import { issuePictures } from "#features/issues/pictures.ts";
import type { PictureUser } from "#features/media/queries.ts";

/** Everything that shows stored pictures. */
export const PICTURE_USERS: readonly PictureUser[] = [articlePictures, adPictures, authorPictures, issuePictures];
