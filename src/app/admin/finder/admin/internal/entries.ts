import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { articleList } from "#features/articles/admin/calls.ts";
import { storyOfRow } from "#features/articles/admin/row-actions.tsx";
import type { ListedArticle } from "#features/articles/schema.ts";
import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import { pictureList, thumbnailUrl } from "#features/media/pictures/admin/calls.ts";
import type { StoredPicture } from "#features/media/pictures/schema.ts";
import { issuesNamed } from "#features/newsletter/issues/admin/calls.ts";
import type { ListedIssue } from "#features/newsletter/issues/endpoints.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import type { Story, StoryState } from "#shared/story.ts";
import { adminUrl, fallbackPicture, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { pastDate } from "#ui/admin/past-time.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { type ScreenAction, useOfferedActions } from "#ui/admin/screen.tsx";
import { SUGGEST_AFTER_MS } from "#ui/admin/timing.ts";
import { bestOf, type FinderScreen, isNameOf, type ScreenPart } from "../../rules.ts";

const MAX_ARTICLES = 6;
const MAX_RECENT = 5;
const MAX_PICTURES = 4;
const MAX_ISSUES = 4;

export type Sources = {
  screens: readonly FinderScreen[];
  /** Sections and fields of screens, found only by a query. */
  parts: readonly ScreenPart[];
  actions: readonly ScreenAction[];
};

/**
 * What a query finds: names immediately, and below them, a moment later, the server's results. Before anything is typed:
 * recently edited documents, and all actions and places. Results never move a line that is already shown, which may be
 * about to be clicked.
 */
export function useGroups(query: string, { screens, parts, actions }: Sources) {
  const readOffered = useOfferedActions();
  const [offered] = useState(readOffered);
  const [now] = useState(Date.now);
  const asked = usePause(query);
  const isAsking = asked !== "";
  const may = useMay();
  // What one finds is there to be opened in its room, or for suggestions.
  const own = may("article.read", "any") ? {} : { mine: true };
  const open = may("article.suggest", "any") ? {} : own;
  const recent = useApi(articleList({ ...own, sort: "updated" })(1, MAX_RECENT), { enabled: query === "" });
  const articles = useApi(articleList({ ...open, query: asked })(1, MAX_ARTICLES), { enabled: isAsking });
  const pictures = useApi(pictureList({ query: asked, from: "", to: "", used: "" })(1, MAX_PICTURES), {
    enabled: isAsking,
  });
  const issues = useApi(issuesNamed(asked)(1, MAX_ISSUES), { enabled: isAsking && may("issue.manage") });
  const authors = useApi(allAuthors());

  const named = namedGroups(query, screens, [...offered, ...actions]);
  const people = peopleGroup(
    query,
    (authors.data ?? []).map(({ name }) => name),
  );
  const searches = [articles, issues, pictures];
  const found = useTogether(searches, asked, () => [
    articleGroup("Articles", articles.data?.items ?? [], now),
    issueGroup(issues.data?.items ?? [], now),
    pictureGroup(pictures.data?.items ?? []),
  ]);
  // It comes first: shown without it, the others would move down when it arrives.
  const isOpening = query === "" && isUnderWay(recent);
  const atFirst = isOpening ? [] : [articleGroup("Last edited", recent.data?.items ?? [], now), ...named];
  const groups = query === "" ? atFirst : [...named, partsGroup(query, parts), people, ...found];
  const failed = (query === "" ? [recent] : [...searches, authors]).filter(({ isError }) => isError);
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: isOpening || (query !== "" && (asked !== query || searches.some(({ isFetching }) => isFetching))),
    hasFailed: failed.length > 0,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

type Call = Pick<UseQueryResult, "isLoading" | "failureCount" | "dataUpdatedAt">;

/** Whether a call is waited for: one that is tried again after a failure is not. */
const isUnderWay = ({ isLoading, failureCount }: Call) => isLoading && failureCount === 0;

/**
 * The groups of several calls once each has come back, or failed. Until then those of the query before. `asked`: what
 * the calls ask for; nothing is shown for an empty query.
 */
function useTogether(calls: readonly Call[], asked: string, groupsNow: () => Group[]): Group[] {
  const [shown, setShown] = useState<{ of: string; groups: Group[] }>({ of: "", groups: [] });
  const of = [asked, ...calls.map(({ dataUpdatedAt }) => dataUpdatedAt)].join(" ");
  if (!calls.some(isUnderWay) && shown.of !== of) setShown({ of, groups: asked === "" ? [] : groupsNow() });
  return shown.groups;
}

/** The query after a pause in typing; an empty one immediately, which also drops the previous one. */
function usePause(query: string): string {
  const [asked, setAsked] = useState(query);
  if (query === "" && asked !== "") setAsked("");
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(query), SUGGEST_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [query]);
  return asked;
}

/** One line of the finder: a place to go to, or something to do. */
export type Entry = {
  key: string;
  label: string;
  /** What tells it from others of the same name. */
  hint?: string;
  /** Its own keys. */
  keys?: string;
  picture?: string | null;
  /** Where a document is on its way to readers. */
  story?: Story | undefined;
  type?: DocumentTypeName;
} & ({ to: string } | { run: () => void });

export type Group = { title: string; entries: Entry[] };

const MAX_ACTIONS = 5;
const MAX_SCREENS = 5;
const MAX_PEOPLE = 4;
const MAX_PARTS = 4;

const partsGroup = (query: string, parts: readonly ScreenPart[]): Group => ({
  title: "Settings",
  entries: bestOf(query, parts, MAX_PARTS).map(({ label, within, to }) => ({
    key: `part ${within} ${label}`,
    label,
    hint: within,
    to,
  })),
});

/**
 * The screens and actions that a query names; all of them for an empty one. Screens come first, so that Enter changes
 * nothing by chance, unless only an action has exactly this name.
 */
export function namedGroups(
  query: string,
  screens: readonly FinderScreen[],
  actions: readonly ScreenAction[],
): [first: Group, second: Group] {
  const of = <Named extends FinderScreen | ScreenAction>(all: readonly Named[], max: number) =>
    query === "" ? [...all] : bestOf(query, all, max);
  const places: Group = {
    title: "Screens",
    entries: of(screens, MAX_SCREENS).map(({ label, to }) => ({ key: `screen ${to}`, label, to })),
  };
  const doable: Group = {
    title: "Actions",
    entries: of(actions, MAX_ACTIONS).map((action) => ({ ...action, key: `action ${action.label}` })),
  };
  const isNamed = ({ entries }: Group) => entries.some((entry) => isNameOf(query, entry));
  const isActionFirst = query === "" || (isNamed(doable) && !isNamed(places));
  return isActionFirst ? [doable, places] : [places, doable];
}

const DATED: readonly StoryState[] = ["scheduled", "public", "corrected"];

export function articleGroup(title: string, articles: readonly ListedArticle[], now: number): Group {
  const entries = articles.map((article): Entry => {
    const { id, image_url: picture, published_date: date, byline } = article;
    const story = storyOfRow(article, now);
    const isDated = date !== null && DATED.includes(story.state);
    return {
      key: `article ${id}`,
      label: article.title || "Untitled article",
      story,
      hint: [isDated ? pastDate(date, now) : "", byline].filter(Boolean).join(" · "),
      picture: picture && picture !== fallbackPicture.list ? picture : null,
      to: adminUrl.article(id),
    };
  });
  return { title, entries };
}

export function issueGroup(issues: readonly ListedIssue[], now: number): Group {
  const entries = issues.map(({ id, subject, story, started_at, updated_at }): Entry => {
    const when = started_at ? pastDate(started_at, now) : `last saved ${pastDate(updated_at, now)}`;
    return {
      key: `issue ${id}`,
      label: subject || "Untitled issue",
      story,
      type: "issue",
      hint: when,
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
