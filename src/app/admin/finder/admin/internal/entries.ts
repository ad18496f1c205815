import { stateOf } from "#features/articles/admin/row-actions.tsx";
import type { ListedArticle } from "#features/articles/schema.ts";
import { thumbnailUrl } from "#features/media/pictures/admin/calls.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { STATE_WORDS } from "#features/newsletter/issues/admin/issue-words.ts";
import type { Issue } from "#features/newsletter/issues/endpoints.ts";
import { adminUrl, fallbackPicture, pageUrl } from "#shared/urls.ts";
import { pastDate } from "#ui/admin/past-time.tsx";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import { bestOf, type FinderScreen } from "../../rules.ts";

/** One line of the finder: a place to go to, or something to do. */
export type Entry = {
  key: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
  /** Its own keys. */
  keys?: string;
  picture?: string | null;
} & ({ to: string } | { run: () => void });

export type Group = { title: string; entries: Entry[] };

const MAX_ACTIONS = 5;
const MAX_SCREENS = 5;
const MAX_PEOPLE = 4;

/** The screens and actions that a query names; all of them for an empty one. */
export function namedGroups(
  query: string,
  screens: readonly FinderScreen[],
  actions: readonly ScreenAction[],
): [actions: Group, screens: Group] {
  const of = <Named extends FinderScreen | ScreenAction>(all: readonly Named[], max: number) =>
    query === "" ? [...all] : bestOf(query, all, max);
  return [
    {
      title: "Actions",
      entries: of(actions, MAX_ACTIONS).map((action) => ({ ...action, key: `action ${action.label}` })),
    },
    {
      title: "Screens",
      entries: of(screens, MAX_SCREENS).map(({ label, to }) => ({ key: `screen ${to}`, label, to })),
    },
  ];
}

export function articleGroup(title: string, articles: readonly ListedArticle[], now: number): Group {
  const entries = articles.map((article): Entry => {
    const { id, image_url: picture, published_date: date, byline } = article;
    const state = stateOf(article, now);
    const when = date === null || state === "Draft" ? state : `${state} ${pastDate(date, now)}`;
    return {
      key: `article ${id}`,
      label: article.title || "Untitled article",
      hint: [when, byline].filter(Boolean).join(" · "),
      picture: picture && picture !== fallbackPicture.list ? picture : null,
      to: adminUrl.article(id),
    };
  });
  return { title, entries };
}

export function issueGroup(issues: readonly Issue[], now: number): Group {
  const entries = issues.map(({ id, subject, state, started_at, updated_at }): Entry => {
    const when = started_at ? pastDate(started_at, now) : `last saved ${pastDate(updated_at, now)}`;
    return {
      key: `issue ${id}`,
      label: subject || "Untitled issue",
      hint: `${STATE_WORDS[state]} · ${when}`,
      to: adminUrl.issue(id),
    };
  });
  return { title: "Newsletter issues", entries };
}

export function pictureGroup(pictures: readonly StoredPicture[]): Group {
  const entries = pictures.map((picture): Entry => {
    const label = picture.alt || picture.caption || picture.name || "Picture without a text";
    return {
      key: `picture ${picture.id}`,
      label,
      hint: [label === picture.name ? "" : picture.name, picture.credit].filter(Boolean).join(" · "),
      picture: thumbnailUrl(picture),
      to: adminUrl.media(picture.id),
    };
  });
  return { title: "Pictures", entries };
}

/** Authors; each leads to the list of the articles that name them. */
export function peopleGroup(query: string, names: readonly string[]): Group {
  const named =
    query === ""
      ? []
      : bestOf(
          query,
          names.map((label) => ({ label })),
          MAX_PEOPLE,
        );
  const entries = named.map(({ label }) => ({
    key: `person ${label}`,
    label,
    hint: "Articles by this author",
    to: `${pageUrl.admin()}?query=${encodeURIComponent(label)}`,
  }));
  return { title: "People", entries };
}
