import { ERROR_CODES } from "#shared/error-codes.ts";

/** Rules that no schema says, by subject: paragraphs, items and tables of Markdown. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  "Requests and responses": [
    "- The API is below `/api`, with or without a trailing slash. Bodies are JSON, except uploads and articles with a picture (`multipart/form-data`) and CSV exports.",
    "- A 4xx or 5xx body is JSON with `code` for programs (*Error codes*, and each operation) and `detail`, a sentence for people, whose wording may change. Validation errors add `errors`, an object of field names to sentences. Newsletter endpoints repeat the sentence as `error`. There is never a stack trace and never HTML.",
    "| Status | Meaning |\n|---|---|\n| 400 | malformed or invalid |\n| 401 | no valid token; with `WWW-Authenticate: Bearer` |\n| 403 | signed in, but not allowed |\n| 404 | unknown, or nothing the caller may know about; both get the same response |\n| 405 | the method doesn't apply; with `Allow` |\n| 409 | conflict: a taken slug, a stale edit, something still in use |\n| 413, 415 | too large, wrong media type |\n| 429 | too many requests; with `Retry-After` |\n| 503 | temporarily unavailable; with `Retry-After` |\n| 507 | the disk is full; reads continue to work |",
    "- A `POST` that creates returns 201 with the object, an update 200 with it, a deletion 204.",
    "- Dates are ISO 8601 in UTC. Ids are positive integers up to 2,147,483,647; anything else in a path is 404.",
    "- Lists are plain arrays, newest first unless their name says otherwise. Those with `limit` (1 to 100, default 50) and `offset` return the total in `X-Total-Count`; other lists for readers have at most 50 items. `Link` names the pages before and after.",
    "- Every list takes `fields=id,title`, for these fields alone; another field is 400 `unknown_field`, with the known ones. With `cursor=` the response is `{results, next_cursor}`: send `next_cursor` as `cursor` until it is null. Pages have at most 100 rows, perhaps fewer, and miss and repeat none while others are added or removed; rows that change their place can. If the rows before the cursor are gone, it is 410 `cursor_expired`. `updated_since=2026-01-31T08:00:00Z`, for lists of articles, pages, newsletter issues and templates, leaves out what was neither published nor changed since, in the same form. `include=`, where a list has it, adds related rows to `included` of each row; an unknown one is 400 `unknown_include`.",
    "- Reads are limited for each client address (an IPv4 address, or a /64), together with pages and from all endpoints; each operation says towards which numbers it counts, or its own limit. A key has a limit of its own besides.",
    "- Links use `SITE_URL`, never the request's host. Email addresses follow the rule of HTML's email field and are compared ignoring case.",
    "- `/api/spaces/…` and `/api/settings/spaces/` are aliases of `/api/ads/…` and `/api/settings/ads/`, which ad blockers block.",
  ],
  Reading: [
    "Published content, search, the newsletter's forms, contact and view counting need no token.",
    "- An article is **published** when its status is `published` and its `published_date` is not in the future; until then readers see it nowhere. Lists never have `content`. In lists `category` and `author` are names; the detail's `author` is an object.",
    "- Without a token, `content` of `GET articles/{id}/` is the HTML that the page shows: sized pictures, headings below the page's title with ids, `dir` where a block's direction differs, labels in the article's language, and `data-rest` on what the preview hides (`has_rest`). Fields that only pages need come with it, such as `hero_url`, `contents` (from three headings on), `reading_minutes`, `topics`, `series`, `head` and `disclosures`. With a token it is the stored HTML: edit only that.",
    "- `language` is a canonical BCP 47 tag, empty for the site's. Show title, excerpt and content with this `lang` and its `dir`.",
    "- `genre` is `news`, `opinion`, `analysis`, `review`, `explainer` or `sponsored`: label sponsored articles, as pages, feeds and mails do.",
    "- `image_url` is never empty in a reader's list: it is the article's picture, the first one of its text on any host, or `/fallback.jpg` (`/placeholder.jpg` for related articles). `#focus=x,y` at its end is the focal point in percent.",
    "- `featured/`, `editors-picks/` and `latest/` take `home=true` for what the home page shows: as many as fit and, if the newsroom wants, no article twice. `home/sections/` has the sections of categories below them.",
    "- `market/ticker/`: `source` is the exchange of all prices, or `demo` for invented ones, which the first real price deletes; `stale` is true after a minute. The list is empty before the first price.",
    "- Trending halves a view's weight in 12 hours; new views show within 20 seconds. `POST articles/{id}/view/` counts a reader once per article and hour, without cookies or stored addresses; bots don't count.",
    "- Search ranks over title, excerpt, tags, category, author and content, matches prefixes, forgives one typing error in a longer word, and takes any text; a blank query is 400. Totals over 10,000 in large archives are estimates.",
    "- Categories are also found by the lower-cased name, topics and authors by former slugs (with `Content-Location`). Readers get those with published articles; staff all, with `is_hidden`.",
  ],
  "Logging in": [
    "- `POST token/` returns `{access, refresh}`. An access token lasts 15 minutes, a refresh token 14 days, a session 90 at most. `POST token/refresh/` rotates: a used refresh token may be retried for 10 seconds and gets the same successor; later use ends the session, and its owner gets a mail. `POST token/logout/` ends it. Wrong email and wrong password get the same response; too many are 429.",
    "- If the account has a second factor, `token/` returns `{second_factor, ticket}` instead, and the second step returns the pair. If a role needs one that the account lacks, every request except its set-up is 403 with `errors.second_factor`.",
    "- A changed password (`PUT accounts/password/`) ends all sessions and returns a new pair. Links of mails work once, within 30 minutes (password) or 24 hours (email), else 400 with `errors.token`; asking for one never reveals whether an account exists.",
    "- `GET accounts/users/me/` returns the role and its permissions (docs/roles.md). A request that the role doesn't allow is 403 and names the permission; an object that the caller may not know of is 404 and missing from lists. `mine=true` lists the caller's own.",
  ],
  "API keys": [
    "A program uses an API key instead of a login: `Authorization: Bearer jarida_…`, never in an address. Chiefs create keys under *Settings*, *API keys* or with `POST api-keys/ {name, role, scopes, origins, expires}`, which returns the key once; operators with `npm run jarida -- key create EMAIL NAME`.",
    '```sh\ncurl -H "Authorization: Bearer $JARIDA_KEY" https://news.example/api/articles/?status=draft\n```',
    "- **Scopes** are names of permissions (docs/roles.md), and `read`: whatever the role may read. The error of a request without its scope is 403 `missing_scope` and names it in `scope`; without a credential, 401 says in `scope` what a key would need.",
    "- **Never**: accounts, second factors, sessions, keys, subscribers, messages, the audit log, settings, approvals and presence are 403 `not_for_keys`. Each operation says so.",
    "- **Owner**: a key acts for the person who created it, with the weaker of the two roles, under the two-person rule and every limit. It ends when it expires or is revoked (401 `invalid_key`), and with the person's access.",
    '- **Limits**: 600 requests a minute for each key. `RateLimit: "key";r=599;t=42` says how many are left and for how many seconds ([draft-ietf-httpapi-ratelimit-headers-10](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/)).',
    "- **Form**: `jarida_`, 38 random characters of base 62, and the CRC32 of these in six. Scanners can recognise leaked keys: `jarida_[0-9A-Za-z]{44}`.",
    "- **Web pages**: every site may read what everyone can read (CORS without credentials). A key works in a page only from an origin that it names, otherwise 403 `origin_not_allowed`. Everyone who opens the page gets the key, so give it the scope `read` alone.",
  ],
  "Writing safely": [
    "- **Nothing given, nothing changed.** Fields that a `PUT` or `PATCH` omits keep their value.",
    "- **Stale edits.** Send the `ETag` that you read as `If-Match`: if the resource has changed since, the response is 409 `stale_version`, without `errors`. Every call that publishes, moves or resumes a document takes it as well.",
    "- **Repetitions.** Send an `Idempotency-Key` with each creation and save, a new one for each, and the same one to repeat it. A repeated creation returns what was created first, with `Idempotency-Replayed: true`. A repeated save or publication of a document writes nothing for 14 days and returns the present state with 200, whatever its body and `If-Match`.",
    "- **Names.** A category, author or tag that is unknown is created: a category is public with its first published article, a tag becomes a topic. Names are compared without case; tags that are a topic's name or alias, also without accents, become that topic. In forms, `authors` and `tags` are separated by commas, or a JSON list.",
    "- **Slugs** are lower-case letters and digits with single hyphens, never empty and never digits alone; letters outside ASCII are transliterated where a usual form exists. An article's `slug` follows its title until an editor sets one.",
  ],
  "Documents: articles, pages, newsletter issues": [
    "The same rules and calls for all three, below `articles/{id}/`, `pages/{id}/` and `newsletter/issues/{id}/`.",
    "- **Working copy.** `PUT …/draft/` stores what readers don't see yet; title and category may be empty. `GET` reads it (404 if there is none), `DELETE` discards it. The document has `has_draft`, and its `ETag` covers both. With an older `If-Match` it is merged with what others saved since, field by field and texts by words, and says so with `Save-Merged: true`; 409 `edit_conflict` with `errors` if both changed the same words differently. A draft is its own working copy, in lists too.",
    "- **Publishing.** `POST …/publish/` (an issue: `send/`) publishes the working copy, or with `{at}` at that time; `unpublish/` (an issue: `pause/`) takes it back with what was typed since. Text that waits for a time stays as it was approved: `publish/ {at}` only moves it, and `PUT …/draft/` of a scheduled update is 400 without `?scheduled=1`. `DELETE …/publish/` cancels an update and keeps the working copy. `PUT` of a document replaces its working copy; one of `status`, `published_date` or flags alone leaves that of a published article, and one of a public page changes only the fields that it names. Publishing nothing new sets no `last_updated`. An issue is sent as approved; `resume/` names the version that was seen.",
    "- **Versions.** `GET …/revisions/` (`?named=true`) lists them; `public_since` marks the one that readers have. `POST …/{n}/restore/` makes a new version, of approved text in the working copy. Autosaves of a person within ten minutes are one.",
    "- **Trash.** `DELETE` moves a document to the trash for 30 days, where every other request is 404; `POST …/restore/` brings it back with everything, as a draft (`ready` for an article) if its time has passed. `DELETE trash/{id}/?type=` deletes it permanently; without `type` an article. The page of what readers have seen is 410.",
    "- **Status** of an article is `draft`, `ready` or `published`; `ready` waits for people with the permission to publish. It is also needed to set `is_featured`, `is_editors_pick`, `is_auto_update`, `is_breaking` and `is_noindex`.",
    "- **Bulk.** `POST articles/bulk/ {ids, change}` changes up to 500 articles in one transaction and returns `{changed, failed}`. `status: published` publishes working copies, but not that of a scheduled article.",
    "- **Changes readers learn of.** `change_note` and `is_minor` go into the public record; a `PUT` of a published article also takes `correction`, stored with the change or not at all. `POST articles/{id}/corrections/` adds a dated one, which cannot be withdrawn.",
    "- **Two-person rule.** A request that would publish text under the rule without sources and an approval is 403 with `errors.review`, whatever command it is: also a `change_note`, a category's or author's name, or a replaced picture. `POST …/approvals/` approves exactly the version of its `If-Match`, by anyone with the permission but its writers; with `{override_reason}` a chief overrides. `…/review/` says what is needed. `sources` are for editors only.",
    "- **Requests for a review.** `PUT …/asked/ {people, message}` replaces open requests; `POST …/asked/answer/` is the answer of who was asked: `changes` needs a message, `approve` an `If-Match`.",
    "- **Suggestions.** `PUT …/suggestion/` has the text fields as they should be, by every reader of the document in the newsroom. Editors accept or reject them one by one. A document with open suggestions has them as `ins` and `del` in `text_with_suggestions`, for its editors only; its text never has any.",
    "- **Previews.** `POST …/preview/` returns a link to the page of the working copy for seven days; `DELETE` ends all of them.",
    "- **Notes.** A reply by another person makes an open note answered. `@Name` mentions a person of `…/notes/people/`, notifies them and follows their name.",
    "- **Presence.** `GET …/presence/` is a stream of events that shows that the caller has the document open: `presence` (who else), `places` (where, as others report with `PUT`), and `saved` within a second of each save, with the stored `etag`. It ends after ten minutes: open another.",
    "- **Templates.** `GET …/templates/{id}/` has the fields for a new document. Writers change only their own.",
  ],
  Content: [
    "- HTML is reduced to the elements and classes of `features/content/model.ts`. Footnotes are renumbered at each save. Embedded `data:` pictures are stored; one that can't be read becomes an `img` without `src`.",
    "- Pictures of other hosts are copied within seconds, without a new version; until then the API returns what was given, and pages and feeds leave it out. `POST remote/` requests copies and returns their state; temporary failures are retried.",
    '- The address of a post or video alone in a paragraph becomes a link card; for other pages write `<aside class="card"><p><a href="ADDRESS">ADDRESS</a></p></aside>`. Its title and picture follow.',
    '- A toggle is `<details><summary>TITLE</summary>…</details>`, a button `<p class="button"><a href="ADDRESS">TEXT</a></p>`, a file `<aside class="file"><p><a href="ADDRESS">NAME</a></p><p>TYPE, SIZE</p></aside>`. `class="wide"` or `"full"` widens an `img` between blocks.',
    '- Issues also have `<article class="with-picture" data-article="12"></article>` (or `without-picture`) and `<aside class="sponsor">`. Pages also have `<aside class="stat-row">` and `"office"` with `<ul><li><strong>LEAD</strong> REST</li></ul>`, `"price-table"` with `<h3>`, `<p><strong>PRICE</strong>/PERIOD</p>`, text and `<ul>` for each offer, and the empty `contact-form`, `last-updated` and `retention-table`.',
    "- Uploads are JPEG, PNG, GIF, WebP or AVIF up to 10 MiB and 50 megapixels, decoded and re-encoded without metadata; anything else stores nothing. `media/{id}/replace/` shows another picture everywhere, or is 403 without any change. A picture in use cannot be deleted (409 with `used_in`).",
  ],
  Newsletter: [
    "Subscribing again and unsubscribing an unknown address return 200, so that a request reveals no subscriber; an unknown token is 400. Every mail has its own unsubscribe link, the one-click headers of RFC 8058, and the newsroom's postal address if there is one. An issue shows its `introduction`, its `body` and the articles of `article_ids` that are not in the body. Once sending has started, every change is 409, and the issue is a page, `/newsletter/{id}`.",
  ],
  "Settings and lists of names": [
    "- Public without a token: `settings/site/`, `appearance/`, `menus/`, `addresses/`, `ads/` and `retention/`. `PUT` changes the given fields, with `If-Match`; readers see them on the next page view. A menu or field that is `null` or empty is the default again. An accent below a contrast of 4.5:1 is 400 and names the nearest one that passes. `settings/appearance/preview/` returns a page with a look that is not saved.",
    "- Deleting a category, topic or author with articles is 409. After a new name or a merge, articles have the new name, the former one is an alias or stays valid in requests, and former addresses redirect.",
    "- `GET calendar/?from=&to=` (50 days at most) lists entries up to `complete_until`; `is_others` marks what the caller sees as readers do, and `etag` is null for what cannot be moved.",
    "- Redirects are used only where there is no page; chains become one step, circles are `invalid_redirect`. `redirects/import/` takes `dry_run`.",
    "- Exports of persons (`accounts/users/{id}/export/`) may get more members.",
  ],
  "Pages and feeds": [
    "- Every reader page is complete HTML and works without JavaScript where that makes sense. Unknown addresses are 404 with their screen, removed articles and pages 410, former addresses 301 that keeps the query.",
    "- `/article/{id}` (or `/article/{id}/{slug}`, by `settings/addresses/`), `/category/{slug}`, `/authors/{slug}`, `/topics/{slug}`, `/series/{slug}`, `/newsletter/{id}`, `/{slug}` for pages, `/archive`. `/feed` and `/rss` lead to `/rss.xml`.",
    "- `/rss.xml`, `/feed.json` and those of each category, topic, author and series have the newest 20 articles, then older ones that were corrected since: whole, or excerpts where the newsroom wants or the feed grew beyond 2 MB. Ids in feeds never change (`/article/{id}`). `dc:language` or `language` names another language. Scripts of any site may read them (CORS).",
    "- `/sitemap.xml` and `/news-sitemap.xml` omit articles with `is_noindex` or `canonical_url`, topics with fewer than three articles and, for news, sponsored ones; feeds have all.",
    '- `/article/{id}.md`, or the page with `Accept: text/markdown`, is Markdown with YAML front matter, `rel="canonical"` and `X-Robots-Tag: noindex`; shared caches may store only the former.',
    "- Everything published, and every later change, is public: `articles/{id}/changes/`, `corrections/`, `/record.json`, `/record.xml` (docs/record.md). An open auto-updating article shows a saved change within 20 seconds.",
  ],
};

const CODES = `A code is never renamed or given another meaning, but new codes are added: treat an unknown one by its status.

| Code | Status | Meaning |
|---|---|---|
`;

/** The introduction of the reference: what follows can be unfolded in \`/api/docs\`. */
export function introduction(): string {
  const codes = Object.entries(ERROR_CODES).map(
    ([code, { status, means }]) => `| \`${code}\` | ${status} | ${means} |`,
  );
  return [
    INTRODUCTION,
    ...Object.entries(SUBJECTS).map(([title, rules]) => folded(title, rules.map(markdown).join("\n"))),
    folded("Error codes", CODES + codes.join("\n")),
  ].join("\n\n");
}

const INTRODUCTION = `Reading, searching and running the publication. The guide for clients (\`docs/clients.md\`) has the tasks, with
examples. Below are the rules that no schema says, by subject; each operation has its parameters, headers, examples and error codes.`;

/** Paragraphs and tables need a blank line around them. */
const markdown = (rule: string): string => (rule.startsWith("- ") ? rule : `\n${rule}\n`);

const folded = (title: string, text: string): string =>
  `<details>\n<summary><strong>${title}</strong></summary>\n\n${text.trim()}\n\n</details>`;
