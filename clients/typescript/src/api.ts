/** Generated from the OpenAPI document: see CONTRIBUTING.md. */
export interface components {
  schemas: {
    AccountExport: {
      account: {
        id: number;
        name: string;
        email: string;
        bio: string;
        image_url: string;
        links: components["schemas"]["ProfileLink"][];
        /** @description Null for an author who cannot log in, like the times */
        role: ("chief" | "editor" | "writer" | "contributor") | null;
        is_active: boolean;
        created: string | null;
        last_sign_in: string | null;
      };
      /** @description The requested new address, until it is confirmed */
      email_change: {
        email: string;
        /** Format: date-time */
        asked: string;
        /** Format: date-time */
        expires: string;
        /** @description Which of the two addresses have confirmed */
        confirmed: ("old" | "new")[];
      } | null;
      second_factors: {
        totp: boolean;
        passkeys: {
          name: string;
          /** Format: date-time */
          created: string;
        }[];
        /** @description The number of unused recovery codes */
        recovery: number;
      };
      /** @description Former addresses of the author's page */
      former_addresses: string[];
      /** @description Names of the authors that were merged into this one */
      merged_names: string[];
      /** @description The account's identities at single sign-on providers */
      sign_on: {
        issuer: string;
        subject: string;
      }[];
      sessions: {
        device: string;
        origin: string;
        /** Format: date-time */
        started: string;
        /** Format: date-time */
        last_used: string;
      }[];
      api_keys: {
        name: string;
        /**
         * @description The key's role, or its owner's if that is weaker now
         * @enum {string}
         */
        role: "chief" | "editor" | "writer" | "contributor";
        scopes: string[];
        origins: string[];
        /** Format: date-time */
        created: string;
        /** Format: date-time */
        expires: string;
        last_used: {
          /** Format: date */
          day: string;
          /** @description An IPv4 /24 or an IPv6 /48 */
          network: string;
        } | null;
      }[];
      holdings: {
        symbol: string;
        from: string;
        to: string | null;
      }[];
      /** @description The subscription, messages and mails of the same address */
      reader: components["schemas"]["PersonExport"] | null;
      articles: {
        id: number;
        title: string;
        status: string;
        published_date: string | null;
        /** Format: date-time */
        created: string;
      }[];
      trash: {
        id: number;
        title: string;
        /** Format: date-time */
        created: string;
        /** Format: date-time */
        trashed: string;
      }[];
      /** @description Stories of the budget that the account added, or that are assigned to it */
      stories: {
        id: number;
        title: string;
        note: string;
        due: string | null;
        is_added: boolean;
        /** Format: date-time */
        created: string;
      }[];
      pictures: {
        id: number;
        url: string;
        name: string;
        alt: string;
        caption: string;
        credit: string;
        /** Format: date-time */
        uploaded: string;
      }[];
      notes: {
        id: number;
        article: number | null;
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page";
          id: number;
        };
        quote: string;
        text: string;
        state: string;
        /** Format: date-time */
        created: string;
      }[];
      replies: {
        id: number;
        note: number;
        text: string;
        /** Format: date-time */
        created: string;
      }[];
      revisions: {
        article: number;
        n: number;
        note: string;
        is_autosave: boolean;
        /** Format: date-time */
        created: string;
      }[];
      /** @description Versions of newsletter issues */
      issue_versions: {
        issue: number;
        n: number;
        note: string;
        is_autosave: boolean;
        /** Format: date-time */
        created: string;
      }[];
      /** @description Versions of pages */
      page_versions: {
        page: number;
        n: number;
        note: string;
        is_autosave: boolean;
        /** Format: date-time */
        created: string;
      }[];
      /** @description Other users' texts approved by the account */
      approvals: {
        id: number;
        article: number | null;
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page";
          id: number;
        };
        is_override: boolean;
        reason: string;
        /** Format: date-time */
        created: string;
      }[];
      /** @description Review requests to and by the account */
      review_requests: {
        article: number | null;
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page";
          id: number;
        };
        is_asked: boolean;
        /** @description Review requests by the account */
        message: string;
        /** @description The account's answer to a review request */
        answer: string | null;
        answer_message: string;
        /** Format: date-time */
        created: string;
      }[];
      /** @description Suggestions for documents, without their texts */
      suggestions: {
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page";
          id: number;
        };
        /** Format: date-time */
        created: string;
        state: string;
      }[];
      notifications: {
        id: number;
        article: number | null;
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page" | "idea";
          id: number;
        };
        kind: string;
        detail: string;
        /** Format: date-time */
        created: string;
        read: string | null;
      }[];
      /** @description The account's notification settings */
      notification_settings: {
        [key: string]: {
          in_product: boolean;
          by_mail: boolean;
        };
      };
      /** @description When mails are sent: each now, one a day (daily) at this hour in the newsroom's time zone, or none */
      notification_mail: {
        /** @enum {string} */
        timing: "now" | "daily" | "off";
        hour: number;
      };
      templates: {
        /** @enum {string} */
        type: "article" | "issue" | "page";
        name: string;
      }[];
      saved_views: {
        name: string;
        filters: string;
      }[];
      /** @description Mails to the account, at its current, former and requested addresses */
      mails: {
        kind: string;
        email: string;
        subject: string;
        state: string;
        /** Format: date-time */
        created: string;
      }[];
      /** @description Entries with the account as actor or subject */
      audit: components["schemas"]["AuditEntry"][];
    };
    AdSettings: {
      /** @description Whether readers see a placeholder in empty slots */
      shows_empty_slots: boolean;
      /** @description Whether each page has it in its last slot only, after the text */
      shows_one_slot?: boolean;
    };
    AdSpace: {
      id: number;
      name: string;
      /** @enum {string} */
      type: "leaderboard" | "rectangle" | "sidebar";
      /** @description For example homepage, article, category */
      location: string;
      active: boolean;
      /** @description The creative; empty without one */
      image_url: string;
      alt: string;
      target_url: string;
      /** @description Whether any page has slots at the location; for editors only */
      has_slots?: boolean;
      /** @description Readers who saw the creative; for editors only */
      views?: number;
      /** @description Readers who followed it; for editors only */
      clicks?: number;
    };
    AddedPasskey: {
      id: string;
      name: string;
      /** Format: date-time */
      created: string;
      last_used: string | null;
      /** @description Returned only with the first factor of an account */
      recovery_codes?: string[];
    };
    AddedWireSources: {
      added: components["schemas"]["WireSource"][];
      /** @description What an OPML list has besides */
      skipped: {
        url: string;
        reason: string;
      }[];
    };
    AddressSettings: {
      /** @enum {string} */
      article: "id" | "id-slug";
    };
    ApiKey: {
      id: number;
      name: string;
      /** @description The first characters of the key */
      start: string;
      /**
       * @description The key's role, or its owner's if that is weaker now
       * @enum {string}
       */
      role: "chief" | "editor" | "writer" | "contributor";
      scopes: string[];
      origins: string[];
      owner: {
        id: number;
        name: string;
      };
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      expires: string;
      last_used: {
        /** Format: date */
        day: string;
        /** @description An IPv4 /24 or an IPv6 /48 */
        network: string;
      } | null;
      /** @description The key itself, only in the response that creates it */
      key?: string;
    };
    Appearance: {
      /** @description `#rrggbb`: links, marks and buttons; the dark theme has a lighter form of it */
      accent: string;
      /** @description `#rrggbb`: the background of the light theme */
      paper: string;
      /** @description `#rrggbb`: the text of the light theme, and the background of the dark one */
      ink: string;
      /**
       * @description Corners of buttons, fields, pictures and boxes
       * @enum {string}
       */
      corners: "square" | "soft" | "round";
      /**
       * @description The pairing of typefaces for headlines, texts and everything else; `own`: the uploaded ones
       * @enum {string}
       */
      fonts: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish" | "own";
      /**
       * @description The pairing for what uploaded typefaces do not cover; the former one unless it is set
       * @enum {string}
       */
      base_fonts: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish";
      /**
       * @description The size of headlines on all pages
       * @enum {string}
       */
      headline_size: "small" | "medium" | "large";
      /**
       * @description What the home page starts with: featured stories, or the newest
       * @enum {string}
       */
      home_layout: "featured" | "latest";
      /** @description The address of an uploaded picture, or empty: the name is written instead */
      logo: string;
      /** @description The logo in the dark theme; empty: the same */
      logo_dark: string;
      /** @description An uploaded picture of which all icons are made; empty: the program's own */
      icon: string;
      /** @description Shared for pages without a picture; empty: one drawn from the name */
      social_card: string;
    };
    AppearancePreview: {
      url: string;
    };
    Article: {
      id: number;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description The category's name */
      category: string;
      category_slug: string;
      authors: {
        name: string;
        image_url: string;
        bio: string;
        links: components["schemas"]["ProfileLink"][];
        id: number | null;
        /** @description The last part of the address of the author's page */
        slug: string | null;
        /** @description Whether the author has a page */
        has_page?: boolean;
        /** @description The author's newest other articles, at most three */
        more?: {
          id: number;
          title: string;
          slug: string;
        }[];
      }[];
      /** @description The authors as they are shown on pages */
      byline: string;
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      last_updated: string | null;
      tags: string[];
      /** @description The title for search engines; empty for the article's */
      seo_title?: string;
      /** @description The description for search engines; empty for the excerpt */
      seo_description?: string;
      /** @description The title on social networks; empty for the article's */
      social_title?: string;
      /** @description The text on social networks; empty for the search description */
      social_text?: string;
      /** @description A picture of the media library; empty for the article's */
      social_image?: string;
      /** @description Where the text was published first; empty for this site */
      canonical_url?: string;
      /** @description Whether search engines are asked not to list it */
      is_noindex?: boolean;
      /**
       * @description Omitted for `news`
       * @enum {string}
       */
      layout?: "news" | "long_read" | "photo_essay" | "live";
      /**
       * @description Omitted for `automatic`
       * @enum {string}
       */
      picture_place?: "automatic" | "beside" | "above" | "wide" | "none";
      /** @description The page's HTML for readers, the stored HTML for signed-in users */
      content: string;
      author: components["schemas"]["ArticleAuthor"];
      /** @description The authors' holdings when the article was published, if any; omitted from write responses */
      disclosures?: {
        name: string;
        symbols: string[];
      }[];
      /** @description The newsroom's sources; for editors only */
      sources?: string[];
      /** @description Whether it has a working copy; for editors only */
      has_draft?: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      /** @description The changes since publication, as shown on the page */
      changes_html?: string;
      /** @description The newest first */
      corrections?: {
        /** Format: date-time */
        date: string;
        text: string;
        /** @enum {string} */
        position: "top" | "bottom";
      }[];
      /** @description The authors' holdings when it was published, in sentences */
      disclosure_sentences?: string[];
      /** @description The caption of the picture in the media library; omitted if empty */
      image_caption?: string;
      /** @description Who made the picture, from the media library; omitted if empty */
      image_credit?: string;
      /** @description Whether `content` marks a part that the page's preview hides */
      has_rest?: boolean;
      /** @description The reading time of the text; omitted without a text */
      reading_minutes?: number;
      /** @description The picture above the text; empty if the text already starts with it */
      hero_url?: string;
      /** @description The picture for social cards, cropped around its focal point */
      card?: {
        url: string;
        width?: number;
        height?: number;
        alt: string;
      };
      /** @description The picture in the aspect ratios required by search engines */
      images?: {
        url: string;
        width?: number;
        height?: number;
      }[];
      /** @description The excerpt, or the start of the text */
      description?: string;
      /** @description Replaces title, excerpt and address for search engines and other sites; omitted if empty */
      head?: {
        /** @description For search engines */
        title?: string;
        /** @description For search engines */
        description?: string;
        social_title?: string;
        social_text?: string;
        /** @description Where the text was published first, on another site */
        canonical?: string;
        /**
         * @description Search engines are asked not to list it
         * @constant
         */
        is_noindex?: true;
      };
      /** @description The headings of a longer text, with their ids in `content`; omitted if there are fewer than three */
      contents?: {
        id: string;
        text: string;
      }[];
      /** @description Its place in a series, counting published articles only; omitted without a series */
      series?: {
        name: string;
        slug: string;
        part: number;
        total: number;
        previous: {
          id: number;
          title: string;
          slug: string;
        } | null;
        next: {
          id: number;
          title: string;
          slug: string;
        } | null;
      };
      /** @description The topics that `tags` names, with their addresses; none for the labels of an article without topics */
      topics?: {
        name: string;
        slug: string;
      }[];
    };
    ArticleAuthor: {
      name: string;
      image_url: string;
      bio: string;
      links: components["schemas"]["ProfileLink"][];
    };
    ArticleDetail: {
      id: number;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description The category's name */
      category: string;
      category_slug: string;
      authors: {
        name: string;
        image_url: string;
        bio: string;
        links: components["schemas"]["ProfileLink"][];
        id: number | null;
        /** @description The last part of the address of the author's page */
        slug: string | null;
      }[];
      /** @description The authors as they are shown on pages */
      byline: string;
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      last_updated: string | null;
      tags: string[];
      /** @description The title for search engines; empty for the article's */
      seo_title: string;
      /** @description The description for search engines; empty for the excerpt */
      seo_description: string;
      /** @description The title on social networks; empty for the article's */
      social_title: string;
      /** @description The text on social networks; empty for the search description */
      social_text: string;
      /** @description A picture of the media library; empty for the article's */
      social_image: string;
      /** @description Where the text was published first; empty for this site */
      canonical_url: string;
      /** @description Whether search engines are asked not to list it */
      is_noindex: boolean;
      /**
       * @description How its page is laid out; only `news` and `live` have a column next to the text
       * @enum {string}
       */
      layout: "news" | "long_read" | "photo_essay" | "live";
      /**
       * @description Where the picture is on its page: `automatic` follows the layout, `wide` is cropped to 21:9
       * @enum {string}
       */
      picture_place: "automatic" | "beside" | "above" | "wide" | "none";
      content: string;
      author: components["schemas"]["ArticleAuthor"];
      /** @description The authors' holdings when the article was published, if any; omitted from write responses */
      disclosures?: {
        name: string;
        symbols: string[];
      }[];
      /** @description The newsroom's sources; for editors only */
      sources?: string[];
      /** @description Whether it has a working copy; for editors only */
      has_draft?: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
    };
    ArticleListCounts: {
      all: number;
      mine: number;
      ready: number;
      waiting: number;
      scheduled: number;
      asked: number;
    };
    ArticleSummary: {
      id: number;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description The category's name */
      category: string;
      category_slug: string;
      /** @description The first author's name */
      author: string;
      /** @description The names of all authors */
      authors: string[];
      /** @description The authors as they are shown on pages */
      byline: string;
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      last_updated: string | null;
      tags: string[];
    };
    AuditEntry: {
      /** @description Its place in the chain, without gaps */
      n: number;
      /** Format: date-time */
      at: string;
      actor: {
        /**
         * @description nobody: not signed in
         * @enum {string}
         */
        kind: "account" | "operator" | "system" | "nobody";
        /** @description The account, which may have been deleted */
        id: number | null;
        /** @description The account's name at the time */
        name: string;
        /** @description The name of the API key by which the account did it */
        key?: string;
      };
      /** @description The type of subject and the action, for example article.publish */
      action: string;
      subject: {
        kind: string;
        id: string | null;
        /** @description The subject's name at the time */
        title: string;
      };
      /** @description The client's network: an IPv4 /24 or an IPv6 /48; empty for operator and system */
      network: string;
      /** @description The number of occurrences: repeated failures share one entry */
      times: number;
      changes: {
        [key: string]: {
          from?:
            | string
            | number
            | boolean
            | null
            | {
                characters: number;
                sha256: string;
              };
          to?:
            | string
            | number
            | boolean
            | null
            | {
                characters: number;
                sha256: string;
              };
        };
      };
      /** @description A hash commitment to the name and the network */
      who_hash: string;
      /** @description A hash commitment to the title and the changes */
      details_hash: string;
      previous_hash: string;
      hash: string;
    };
    AuditSettings: {
      /** @description Days. From 30 to 3,650 days. Older entries are permanently deleted within an hour. */
      retention_days: number;
    };
    AuthenticatorSecret: {
      /** @description Base32 */
      secret: string;
      /** @description The content of the QR code */
      otpauth: string;
    };
    Author: {
      id: number;
      name: string;
      slug: string;
      bio: string;
      image_url: string;
      links: components["schemas"]["ProfileLink"][];
      /** @description The number of its published articles */
      count: number;
      /**
       * @description For editors only: readers see it once it has a published article
       * @constant
       */
      is_hidden?: true;
      /** @description For editors only: whether the author can log in */
      has_account?: boolean;
    };
    BackupDownload: {
      token: string;
    };
    BackupSettings: {
      nightly: boolean;
      /** @description Hour */
      hour: number;
      /** @description Backups to keep. From 1 to 60. A new backup deletes older ones. */
      kept: number;
    };
    BounceKind: {
      /** @enum {string} */
      kind: "mailbox" | "sender" | "other";
      count: number;
      /** @description One of the replies */
      example: string;
    };
    BulkAnswer: {
      changed: number[];
      failed: {
        id: number;
        /** @description The reason it was not changed */
        detail: string;
      }[];
    };
    Calendar: {
      /** @description By time */
      entries: components["schemas"]["CalendarEntry"][];
      /**
       * Format: date-time
       * @description The end of the complete part: `to`, unless there are too many
       */
      complete_until: string;
    };
    CalendarEntry: {
      /** @enum {string} */
      kind: "article" | "update" | "issue" | "digest" | "story";
      /** @description The id of the article, issue or story of the budget; null for a future digest */
      id: number | null;
      title: string;
      /** Format: date-time */
      at: string;
      /** @description Whether it is another user's article that the caller sees only as readers do */
      is_others: boolean;
      /** @enum {string} */
      state: "published" | "scheduled" | "sending" | "paused" | "sent" | "due";
      /** @description Where it is on its way to readers; omitted for what the caller sees as readers do */
      story?: components["schemas"]["Story"];
      /** @description For `If-Match` when moving it; null if it cannot be moved */
      etag: string | null;
    };
    Category: {
      id: number;
      name: string;
      slug: string;
      description: string;
      editor: string;
      image_url: string;
      accent: string;
      /** @description The number of its published articles */
      count: number;
      /**
       * @description For editors only: readers see it once it has a published article
       * @constant
       */
      is_hidden?: true;
    };
    CategorySection: {
      description: string;
      /** @description The name of its editor, or empty */
      editor: string;
      /** @description Its picture, or empty */
      image_url: string;
      /** @description `#rrggbb`: links and marks on its page, or empty for the site's */
      accent: string;
      /** @description The busiest of its newest articles */
      topics: {
        name: string;
        slug: string;
      }[];
    };
    Changes: {
      results: components["schemas"]["DocumentChange"][];
      next_cursor: string;
    };
    ClearedBounces: {
      cleared: number;
    };
    /**
     * @description Error codes of every operation.
     * @enum {unknown}
     */
    CommonErrorCode:
      | "database_unavailable"
      | "internal_error"
      | "invalid_input"
      | "invalid_request"
      | "maintenance"
      | "stopping"
      | "too_many_requests";
    ContactMessage: {
      firstName: string;
      lastName: string;
      email: string;
      subject: string;
      message: string;
      id: number;
      /** Format: date-time */
      created_at: string;
      /** @enum {string} */
      state: "new" | "read" | "done" | "spam";
    };
    Correction: {
      article: number;
      /** @description The article's */
      title: string;
      /** @description The article's */
      slug: string;
      /** @description The version that the correction created */
      n: number;
      /** Format: date-time */
      date: string;
      text: string;
      /** @enum {string} */
      position: "top" | "bottom";
    };
    Crawler: {
      /** @enum {string} */
      name:
        | "Googlebot"
        | "bingbot"
        | "Applebot"
        | "DuckDuckBot"
        | "YandexBot"
        | "Baiduspider"
        | "OAI-SearchBot"
        | "ChatGPT-User"
        | "Claude-SearchBot"
        | "Claude-User"
        | "PerplexityBot"
        | "Perplexity-User"
        | "DuckAssistBot"
        | "MistralAI-User"
        | "meta-externalfetcher"
        | "GPTBot"
        | "ClaudeBot"
        | "Google-Extended"
        | "Applebot-Extended"
        | "meta-externalagent"
        | "Amazonbot"
        | "Bytespider"
        | "CCBot";
      operator: string;
      /** @enum {string} */
      purpose: "search" | "ai_answers" | "ai_training";
      is_denied: boolean;
      /** @description It fetched more than a day after the rules that deny it. */
      ignores_denial: boolean;
      /** @description Its operator publishes addresses. Without them anybody may use the name. */
      has_ranges: boolean;
      fetched: number;
      blocked: number;
      /** @description The day of its last request, in UTC. */
      last_on: string | null;
    };
    CrawlerPolicy: {
      /** @enum {string} */
      search: "allow" | "deny";
      /** @enum {string} */
      ai_answers: "allow" | "deny";
      /** @enum {string} */
      ai_training: "allow" | "deny";
      /** @description Crawlers that are allowed although their purpose is denied. */
      allowed: (
        | "Googlebot"
        | "bingbot"
        | "Applebot"
        | "DuckDuckBot"
        | "YandexBot"
        | "Baiduspider"
        | "OAI-SearchBot"
        | "ChatGPT-User"
        | "Claude-SearchBot"
        | "Claude-User"
        | "PerplexityBot"
        | "Perplexity-User"
        | "DuckAssistBot"
        | "MistralAI-User"
        | "meta-externalfetcher"
        | "GPTBot"
        | "ClaudeBot"
        | "Google-Extended"
        | "Applebot-Extended"
        | "meta-externalagent"
        | "Amazonbot"
        | "Bytespider"
        | "CCBot"
      )[];
      /** @description Crawlers that are denied although their purpose is allowed. */
      denied: (
        | "Googlebot"
        | "bingbot"
        | "Applebot"
        | "DuckDuckBot"
        | "YandexBot"
        | "Baiduspider"
        | "OAI-SearchBot"
        | "ChatGPT-User"
        | "Claude-SearchBot"
        | "Claude-User"
        | "PerplexityBot"
        | "Perplexity-User"
        | "DuckAssistBot"
        | "MistralAI-User"
        | "meta-externalfetcher"
        | "GPTBot"
        | "ClaudeBot"
        | "Google-Extended"
        | "Applebot-Extended"
        | "meta-externalagent"
        | "Amazonbot"
        | "Bytespider"
        | "CCBot"
      )[];
      /** @description Requests of denied crawlers get 403. */
      blocks_denied: boolean;
    };
    CredentialsAnswer: {
      message: string;
    };
    DayVersion: {
      article: number;
      n: number;
      /** Format: date-time */
      date: string;
      /** @enum {string} */
      kind: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
      /** @description SHA-256 in hexadecimal */
      hash: string;
    };
    DemoState: {
      /** @enum {string} */
      state: "present" | "removed" | "none";
      /** @description What a removal takes along, or has taken along */
      counts: {
        articles: number;
        authors: number;
        pictures: number;
        topics: number;
      };
      /** @description Titles of demo articles and names of demo authors that people have edited: they stay */
      kept: string[];
      removed_at: string | null;
      undo_until: string | null;
    };
    Digest: {
      enabled: boolean;
      /** @description 0 is Sunday, in the newsroom's time zone */
      weekday: number;
      /** @description In the newsroom's time zone */
      hour: number;
    };
    DocumentChange: {
      /** @enum {string} */
      kind: "article" | "issue" | "page";
      id: number;
      /** @enum {string} */
      event: "published" | "changed" | "removed";
      /** Format: date-time */
      at: string;
      /** @description The page of the document; null for a page that is not public */
      url: string | null;
    };
    EmailConfirmed: {
      message: string;
      /** @description False until the other address confirms too */
      is_complete: boolean;
    };
    Error: {
      /**
       * @description The machine-readable error code; each operation lists its own
       * @enum {string}
       */
      code:
        | "invalid_request"
        | "invalid_json"
        | "invalid_form"
        | "invalid_input"
        | "unknown_include"
        | "unknown_field"
        | "invalid_idempotency_key"
        | "invalid_link"
        | "invalid_slug"
        | "invalid_redirect"
        | "incomplete_document"
        | "nothing_to_publish"
        | "update_scheduled"
        | "time_in_past"
        | "if_match_required"
        | "unknown_article"
        | "unknown_author"
        | "unknown_category"
        | "unknown_person"
        | "cannot_ask_yourself"
        | "same_author"
        | "same_topic"
        | "too_many_tags"
        | "too_many_suggestions"
        | "passage_in_work"
        | "suggestions_closed"
        | "typeface_taken"
        | "too_many_languages"
        | "too_many_templates"
        | "too_many_saved_views"
        | "content_too_complex"
        | "picture_unreadable"
        | "picture_animated"
        | "picture_too_complex"
        | "typeface_unreadable"
        | "typeface_restricted"
        | "typeface_incomplete"
        | "too_many_typefaces"
        | "feed_unreadable"
        | "picture_not_copied"
        | "same_picture"
        | "issue_too_long"
        | "issue_empty"
        | "invalid_csv"
        | "csv_unclear"
        | "weak_password"
        | "wrong_password"
        | "password_required"
        | "email_unchanged"
        | "wrong_code"
        | "passkey_rejected"
        | "not_logged_in"
        | "session_ended"
        | "invalid_key"
        | "wrong_credentials"
        | "login_expired"
        | "wrong_second_factor"
        | "sign_on_failed"
        | "permission_required"
        | "missing_scope"
        | "not_for_keys"
        | "origin_not_allowed"
        | "second_factor_required"
        | "house_style"
        | "approval_required"
        | "override_required"
        | "blocked_by_review_rule"
        | "own_text"
        | "not_your_suggestion"
        | "only_suggestions"
        | "not_the_author"
        | "download_expired"
        | "webhook_not_found"
        | "delivery_not_found"
        | "typeface_not_found"
        | "language_not_found"
        | "front_not_found"
        | "source_not_found"
        | "story_not_found"
        | "rule_not_found"
        | "redirect_not_found"
        | "page_not_found"
        | "series_not_found"
        | "author_not_found"
        | "category_not_found"
        | "topic_not_found"
        | "key_not_found"
        | "unknown_address"
        | "not_found"
        | "account_not_found"
        | "ad_space_not_found"
        | "article_not_found"
        | "article_removed"
        | "authenticator_not_found"
        | "created_item_deleted"
        | "day_not_found"
        | "email_change_not_found"
        | "holding_not_found"
        | "invitation_not_found"
        | "issue_not_found"
        | "mail_not_found"
        | "message_not_found"
        | "not_in_trash"
        | "note_not_found"
        | "nothing_scheduled"
        | "notification_not_found"
        | "passkey_not_found"
        | "picture_not_found"
        | "preview_not_found"
        | "saved_view_not_found"
        | "session_not_found"
        | "sign_on_not_configured"
        | "subscriber_not_found"
        | "import_not_found"
        | "task_not_retried"
        | "task_not_found"
        | "template_not_found"
        | "version_not_found"
        | "backup_not_found"
        | "working_copy_not_found"
        | "method_not_allowed"
        | "request_timeout"
        | "export_not_found"
        | "export_file_missing"
        | "export_running"
        | "backup_running"
        | "no_demo_content"
        | "no_demo_removal"
        | "too_many_keys"
        | "crawler_denied"
        | "too_many_webhooks"
        | "delivery_queued"
        | "source_exists"
        | "too_many_sources"
        | "idea_has_article"
        | "too_many_ideas"
        | "too_many_rules"
        | "redirect_taken"
        | "staging_variable"
        | "stale_version"
        | "edit_conflict"
        | "idempotency_key_in_progress"
        | "slug_taken"
        | "name_taken"
        | "email_taken"
        | "author_in_use"
        | "author_has_account"
        | "series_full"
        | "topic_in_use"
        | "language_in_use"
        | "category_in_use"
        | "picture_in_use"
        | "picture_busy"
        | "article_not_public"
        | "sources_missing"
        | "not_approved"
        | "no_review_requested"
        | "not_asked_to_review"
        | "too_many_notes"
        | "suggestions_settled"
        | "too_many_holdings"
        | "too_many_invitations"
        | "too_many_passkeys"
        | "passkey_in_use"
        | "no_pending_secret"
        | "second_factor_missing"
        | "own_second_factor_missing"
        | "last_second_factor"
        | "last_chief"
        | "issue_started"
        | "wrong_issue_state"
        | "mail_not_resendable"
        | "no_mail_server"
        | "import_running"
        | "wrong_import_state"
        | "import_not_released"
        | "subscriber_exists"
        | "cursor_expired"
        | "picture_removed"
        | "request_too_large"
        | "file_too_large"
        | "content_too_large"
        | "unsupported_media_type"
        | "expectation_failed"
        | "too_many_requests"
        | "too_many_logins"
        | "too_many_test_mails"
        | "too_many_names"
        | "too_many_windows"
        | "headers_too_large"
        | "internal_error"
        | "database_unavailable"
        | "pictures_unavailable"
        | "stopping"
        | "maintenance"
        | "storage_full";
      /** @description A sentence for users */
      detail: string;
      /** @description Validation errors: field to sentence */
      errors?: {
        [key: string]: string;
      };
      /** @description The scope that an API key needs */
      scope?: string;
      /** @description The same sentence, on newsletter endpoints */
      error?: string;
    };
    ExportDownload: {
      token: string;
    };
    Front: {
      blocks: components["schemas"]["FrontBlock"][];
      /** @description Whether a story appears only in its first block */
      one_place_per_story: boolean;
      /**
       * @description A draft is not what readers have
       * @enum {string}
       */
      status: "draft" | "published";
      /** @description When it will be published, if a time is set */
      publish_at: string | null;
      /** @description Whether it is the arrangement that pages have by themselves */
      is_default: boolean;
      saved: string | null;
      saved_by: string | null;
    };
    FrontBlock: {
      /** @enum {string} */
      kind:
        | "top"
        | "lead"
        | "seconds"
        | "cards"
        | "list"
        | "lines"
        | "opinion"
        | "series"
        | "topic"
        | "category"
        | "most_read"
        | "sections"
        | "categories"
        | "newsletter"
        | "text"
        | "announcement"
        | "ad"
        | "coins"
        | "stories";
      /** @description Where its stories come from; null for a block without stories */
      source:
        | (
            | {
                /** @constant */
                by: "hand";
                ids: number[];
              }
            | {
                /** @enum {string} */
                by: "category" | "topic" | "series" | "author";
                /** @description The last part of its address */
                slug: string;
              }
            | {
                /** @constant */
                by: "genre";
                /** @enum {string} */
                genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
              }
            | {
                /** @enum {string} */
                by: "newest" | "most_read" | "featured" | "picks" | "place";
              }
          )
        | null;
      /** @description How many stories it has at most */
      count: number;
      /**
       * @description How it looks; each kind has its own forms
       * @enum {string}
       */
      form:
        | "carousel"
        | "next_to"
        | "above"
        | "text"
        | "pictures"
        | "two"
        | "three"
        | "four"
        | "plain"
        | "times"
        | "numbered"
        | "portraits"
        | "package"
        | "box"
        | "boxes"
        | "bar"
        | "leaderboard"
        | "rectangle"
        | "sidebar"
        | "row"
        | "pages";
      /** @description Above it; empty for the name of its source */
      heading: string;
      /**
       * @description Across the page, or in one of its two columns
       * @enum {string}
       */
      place: "wide" | "main" | "side";
      /** @description Of texts and announcements; empty lines part paragraphs */
      text: string;
      /** @description The address of an uploaded picture, or empty */
      image_url: string;
      /** @description Where a text or an announcement leads, or empty */
      link: string;
    };
    FrontPreview: {
      url: string;
    };
    FrontVersion: {
      blocks: components["schemas"]["FrontBlock"][];
      /** @description Whether a story appears only in its first block */
      one_place_per_story: boolean;
      /** @description Whether it is the arrangement that pages have by themselves */
      is_default: boolean;
      saved: string | null;
      saved_by: string | null;
      id: number;
      /** @description When it was or will be put in place; null for a draft */
      live: string | null;
      /** @description Whether readers have it now */
      is_current: boolean;
    };
    Holding: {
      id: number;
      symbol: string;
      /**
       * Format: date
       * @description The first day, in the newsroom's time zone
       */
      from: string;
      /** @description The last day; null while it is held */
      to: string | null;
      /** @description Whether it is held today */
      is_current: boolean;
    };
    HomeEntry: {
      id: number;
      title: string;
      /** @description The category's name */
      category: string;
      image_url: string;
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      /** @enum {string} */
      place: "arranged" | "by_date" | "ended";
      ends_at: string | null;
    };
    HomeOrder: {
      lead: components["schemas"]["HomeEntry"][];
      picks: components["schemas"]["HomeEntry"][];
      /** @description Whether the home page shows each story only once */
      hides_repeats: boolean;
    };
    HomeSection: {
      /** @description The category's name */
      name: string;
      slug: string;
      /** @description The newest of the category that the page does not show above */
      articles: components["schemas"]["SectionStory"][];
    };
    HouseStyle: {
      /** @enum {string} */
      typographic_quotes: "typographic" | "as_typed";
      /** @description Titles from. Characters; 0 for no limit. */
      title_from: number;
      /** @description Titles up to. Characters; 0 for no limit. Search engines cut titles after about 90. */
      title_to: number;
      /** @enum {string} */
      alt: "off" | "hint" | "required";
      /** @enum {string} */
      caption: "off" | "hint" | "required";
      /** @enum {string} */
      credit: "off" | "hint" | "required";
      words: {
        /** @description A word or phrase; in small letters it is found in any case */
        avoid: string;
        /** @description What to write instead; empty for none */
        replacement: string;
        reason: string;
        /** @description A language tag such as `en`; empty for articles in any language */
        language: string;
      }[];
    };
    Import: {
      id: number;
      /** @description Null until it is recognized */
      kind:
        | (
            | "ghost"
            | "wordpress"
            | "substack"
            | "beehiiv"
            | "medium"
            | "markdown"
            | "feed"
            | "redirects"
            | "subscribers"
            | "jarida"
          )
        | null;
      /** @description The file's name, or the address of a feed */
      name: string;
      /** @description The bytes of the file */
      size: number;
      /** @enum {string} */
      state: "reading" | "checked" | "importing" | "staged" | "released" | "undone" | "failed";
      /** @description What the source has */
      counts: {
        posts: number;
        pages: number;
        /** @description Posts and pages that are drafts after the release */
        drafts: number;
        topics: number;
        authors: number;
        /** @description Pictures in the file */
        pictures: number;
        subscribers: number;
        redirects: number;
        skipped: number;
      };
      /** @description Posts and pages, compared with former imports of the same source */
      differences: {
        new: number;
        changed: number;
        same: number;
        /** @description Changed here by people since the last import, which this one leaves as they are */
        edited: number;
      };
      site: {
        address: string;
        name: string;
        language: string;
      };
      /** @description The first hundred; `findings/` has all */
      findings: components["schemas"]["ImportFinding"][];
      findings_total: number;
      /** @description The first published posts */
      samples: components["schemas"]["ImportSample"][];
      /** @description How the columns of lists of subscribers are understood */
      mappings: components["schemas"]["ImportMapping"][];
      /** @description Null unless the import is being worked on */
      progress: {
        /** @enum {string} */
        work: "check" | "start" | "release" | "undo";
        done: number;
        /** @description 0 until it is known */
        total: number;
        /** @description Null until it can be estimated */
        seconds_left: number | null;
      } | null;
      /** @description Null before the import is staged */
      pictures: {
        /** @description Pictures on other sites that are still to be copied */
        waiting: number;
        failed: number;
      } | null;
      /** @description Titles of what an undo has left because people have edited it */
      kept: string[];
      /** @description Why it failed, or why it waits while it is worked on; otherwise empty */
      error: string;
      /** Format: date-time */
      created: string;
      checked: string | null;
      staged: string | null;
      released: string | null;
      finished: string | null;
    };
    ImportFinding: {
      /** @description Its place in the report */
      n: number;
      /**
       * @description `info`: it has another form here; `warning`: a part is lost or restricted; `error`: it is skipped
       * @enum {string}
       */
      level: "info" | "warning" | "error";
      /** @description What it is about, such as a title or a file */
      item: string;
      message: string;
    };
    ImportMapping: {
      file: string;
      /** @description What `answers` must settle before the import can start; empty for nothing */
      question: string;
      columns: {
        heading: string;
        samples: string[];
        /** @enum {string} */
        role: "ignore" | "email" | "name" | "first_name" | "last_name" | "since" | "status" | "yes" | "no";
        /** @description A guess that must be confirmed by `columns` before anything is imported */
        is_unclear: boolean;
      }[];
      statuses: {
        value: string;
        /** @description The number of rows with this state */
        count: number;
        /**
         * @description `statuses` must give `unknown` states a meaning
         * @enum {string}
         */
        meaning: "subscribed" | "left" | "unknown";
      }[];
    };
    ImportReport: {
      rows: number;
      /** @description New subscribers */
      added: number;
      /** @description Subscribers already */
      known: number;
      /** @description Twice in the file */
      repeated: number;
      /** @description Unsubscribed here or according to the file, and not added again */
      left: number;
      /** @description Rows with an unknown state, not imported until it is known */
      unclear: number;
      invalid: number;
      /** @description The first hundred invalid rows */
      problems: {
        line: number;
        value: string;
        problem: string;
      }[];
      columns: {
        heading: string;
        samples: string[];
        /** @enum {string} */
        role: "ignore" | "email" | "name" | "first_name" | "last_name" | "since" | "status" | "yes" | "no";
        /** @description A guess that must be confirmed by `columns` before anything is imported */
        is_unclear: boolean;
      }[];
      statuses: {
        value: string;
        /** @description The number of rows with this state */
        count: number;
        /**
         * @description `statuses` must give `unknown` states a meaning
         * @enum {string}
         */
        meaning: "subscribed" | "left" | "unknown";
      }[];
    };
    ImportSample: {
      title: string;
      excerpt: string;
      /** @description Cleaned, as readers will get it; without pictures on other hosts */
      html: string;
      published: string | null;
      authors: string[];
      topics: string[];
    };
    InterfaceLanguage: {
      /** @description A BCP 47 tag */
      language: string;
      /** @description In its own words */
      name: string;
      /** @enum {string} */
      direction: "ltr" | "rtl";
      /** @description Whether it comes with the program */
      is_built_in: boolean;
      /** @description Whether it is the site's language */
      is_used: boolean;
      /** @description Texts of the newsroom */
      changed: number;
      /** @description Texts that readers see in English */
      missing: number;
    };
    InterfaceMessage: {
      /** @description The English text */
      key: string;
      /** @description The part of the site that shows it */
      part: string;
      /** @description The text without changes: in the language, or in English where it is missing */
      text:
        | string
        | {
            [key: string]: string;
          };
      is_translated: boolean;
    };
    InterfaceWords: {
      language: string;
      /** @enum {string} */
      direction: "ltr" | "rtl";
      /** @description The newsroom's texts by the English ones; of a text with a number, one for each plural form */
      words: {
        [key: string]:
          | string
          | {
              [key: string]: string;
            };
      };
    };
    Invitation: {
      id: string;
      email: string;
      /** @enum {string} */
      role: "chief" | "editor" | "writer" | "contributor";
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      expires: string;
      /** @description Only in the response that creates it, and only if no mail is sent */
      link?: string;
    };
    Issue: {
      id: number;
      /** @enum {string} */
      state: "draft" | "scheduled" | "sending" | "paused" | "sent";
      /** @description Incremented when the content changes */
      version: number;
      /** @description For `If-Match`: identifies the version, including that of any working copy */
      etag: string;
      /** @description Whether it has a working copy, which is sent only after it is saved or scheduled */
      has_draft: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      is_digest: boolean;
      subject: string;
      preview: string;
      /** @description Plain text before the body */
      introduction: string;
      /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
      body: string;
      /** @description Articles after the text, except articles within the text */
      article_ids: number[];
      /** @description The number of recipients; 0 until sending starts */
      recipients: number;
      /** @description Recipients by the outcome of their mail, and what readers did */
      counts: {
        waiting: number;
        /** @description Accepted by the mail server; mails that come back later are not known */
        sent: number;
        failed: number;
        /** @description Of `failed`: rejected permanently when they were sent, and not because of this site */
        rejected: number;
        uncertain: number;
        /** @description Recipients who unsubscribed before their mail was sent */
        cancelled: number;
        /** @description Readers who unsubscribed by this issue's link within 30 days after its start */
        unsubscribed: number;
        /** @description Clicks on its links, each reader once per link and hour; null if they are not counted */
        clicks: number | null;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      scheduled_at: string | null;
      started_at: string | null;
      finished_at: string | null;
      /** @description Why sending is stuck; otherwise empty */
      last_error: string;
    };
    IssueDraft: {
      id: number;
      /** @enum {string} */
      state: "draft" | "scheduled" | "sending" | "paused" | "sent";
      /** @description Incremented when the content changes */
      version: number;
      /** @description For `If-Match`: identifies the version, including that of any working copy */
      etag: string;
      /** @description Whether it has a working copy, which is sent only after it is saved or scheduled */
      has_draft: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      is_digest: boolean;
      subject: string;
      preview: string;
      /** @description Plain text before the body */
      introduction: string;
      /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
      body: string;
      /** @description Articles after the text, except articles within the text */
      article_ids: number[];
      /** @description The number of recipients; 0 until sending starts */
      recipients: number;
      /** @description Recipients by the outcome of their mail, and what readers did */
      counts: {
        waiting: number;
        /** @description Accepted by the mail server; mails that come back later are not known */
        sent: number;
        failed: number;
        /** @description Of `failed`: rejected permanently when they were sent, and not because of this site */
        rejected: number;
        uncertain: number;
        /** @description Recipients who unsubscribed before their mail was sent */
        cancelled: number;
        /** @description Readers who unsubscribed by this issue's link within 30 days after its start */
        unsubscribed: number;
        /** @description Clicks on its links, each reader once per link and hour; null if they are not counted */
        clicks: number | null;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      scheduled_at: string | null;
      started_at: string | null;
      finished_at: string | null;
      /** @description Why sending is stuck; otherwise empty */
      last_error: string;
      /**
       * Format: date-time
       * @description When a separate working copy was saved
       */
      saved?: string;
      /** @description The name of the account; null for a deleted one */
      saved_by?: string | null;
    };
    IssueNumbers: {
      /** @description The number of recipients; 0 until sending starts */
      recipients: number;
      /** @description Recipients by the outcome of their mail, and what readers did */
      counts: {
        waiting: number;
        /** @description Accepted by the mail server; mails that come back later are not known */
        sent: number;
        failed: number;
        /** @description Of `failed`: rejected permanently when they were sent, and not because of this site */
        rejected: number;
        uncertain: number;
        /** @description Recipients who unsubscribed before their mail was sent */
        cancelled: number;
        /** @description Readers who unsubscribed by this issue's link within 30 days after its start */
        unsubscribed: number;
        /** @description Clicks on its links, each reader once per link and hour; null if they are not counted */
        clicks: number | null;
      };
      /** @description The links whose clicks are counted, the most clicked first */
      links: {
        url: string;
        /** @description The words of the link */
        label: string;
        clicks: number;
      }[];
    };
    IssuePreview: {
      subject: string;
      html: string;
      text: string;
      frame_url: string;
    };
    IssueProposal: {
      subject: string;
      preview: string;
      /** @description Plain text before the body */
      introduction: string;
      /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
      body: string;
      /** @description Articles after the text, except articles within the text */
      article_ids: number[];
    };
    IssueReach: {
      /** @description Active subscribers, without addresses that mail servers reject as unknown */
      recipients: number;
    };
    IssueSize: {
      bytes: number;
    };
    ListedArticle: {
      id: number;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description The category's name */
      category: string;
      category_slug: string;
      /** @description The first author's name */
      author: string;
      /** @description The names of all authors */
      authors: string[];
      /** @description The authors as they are shown on pages */
      byline: string;
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      last_updated: string | null;
      tags: string[];
      views?: number;
      /** Format: date-time */
      last_edited?: string;
      /** @description The name of its last editor, if known */
      last_edited_by?: string | null;
      /** @description When its working copy becomes public, if a time was set */
      publish_at?: string | null;
      /** @description Whether a published article has unpublished changes */
      has_changes?: boolean;
      /** @description Where it is on its way to readers */
      story?: components["schemas"]["Story"];
      /** @description The number of unresolved notes on it */
      open_notes?: number;
      /** @description The length of its text, of a draft as edited */
      words?: number;
    };
    ListedCorrection: {
      article: number;
      /** @description The article's */
      title: string;
      /** @description The article's */
      slug: string;
      /** @description The version that the correction created */
      n: number;
      /** Format: date-time */
      date: string;
      text: string;
      /** @enum {string} */
      position: "top" | "bottom";
      /** @description Related rows, with `include` */
      included?: {
        article: components["schemas"]["ArticleSummary"] | null;
      };
    };
    ListedFront: {
      kind: string;
      /** @description Of the category, topic or series; null for all pages of the kind */
      slug: string | null;
      name: string;
      /** @enum {string} */
      status: "draft" | "published";
      publish_at: string | null;
      saved: string | null;
    };
    ListedImport: {
      id: number;
      /** @description Null until it is recognized */
      kind:
        | (
            | "ghost"
            | "wordpress"
            | "substack"
            | "beehiiv"
            | "medium"
            | "markdown"
            | "feed"
            | "redirects"
            | "subscribers"
            | "jarida"
          )
        | null;
      /** @description The file's name, or the address of a feed */
      name: string;
      /** @description The bytes of the file */
      size: number;
      /** @enum {string} */
      state: "reading" | "checked" | "importing" | "staged" | "released" | "undone" | "failed";
      /** @description What the source has */
      counts: {
        posts: number;
        pages: number;
        /** @description Posts and pages that are drafts after the release */
        drafts: number;
        topics: number;
        authors: number;
        /** @description Pictures in the file */
        pictures: number;
        subscribers: number;
        redirects: number;
        skipped: number;
      };
      /** @description Posts and pages, compared with former imports of the same source */
      differences: {
        new: number;
        changed: number;
        same: number;
        /** @description Changed here by people since the last import, which this one leaves as they are */
        edited: number;
      };
      site: {
        address: string;
        name: string;
        language: string;
      };
      findings_total: number;
      /** @description Null unless the import is being worked on */
      progress: {
        /** @enum {string} */
        work: "check" | "start" | "release" | "undo";
        done: number;
        /** @description 0 until it is known */
        total: number;
        /** @description Null until it can be estimated */
        seconds_left: number | null;
      } | null;
      /** @description Why it failed, or why it waits while it is worked on; otherwise empty */
      error: string;
      /** Format: date-time */
      created: string;
      checked: string | null;
      staged: string | null;
      released: string | null;
      finished: string | null;
    };
    ListedIssue: {
      id: number;
      /** @enum {string} */
      state: "draft" | "scheduled" | "sending" | "paused" | "sent";
      /** @description Incremented when the content changes */
      version: number;
      /** @description For `If-Match`: identifies the version, including that of any working copy */
      etag: string;
      /** @description Whether it has a working copy, which is sent only after it is saved or scheduled */
      has_draft: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      is_digest: boolean;
      subject: string;
      preview: string;
      /** @description Plain text before the body */
      introduction: string;
      /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
      body: string;
      /** @description Articles after the text, except articles within the text */
      article_ids: number[];
      /** @description The number of recipients; 0 until sending starts */
      recipients: number;
      /** @description Recipients by the outcome of their mail, and what readers did */
      counts: {
        waiting: number;
        /** @description Accepted by the mail server; mails that come back later are not known */
        sent: number;
        failed: number;
        /** @description Of `failed`: rejected permanently when they were sent, and not because of this site */
        rejected: number;
        uncertain: number;
        /** @description Recipients who unsubscribed before their mail was sent */
        cancelled: number;
        /** @description Readers who unsubscribed by this issue's link within 30 days after its start */
        unsubscribed: number;
        /** @description Clicks on its links, each reader once per link and hour; null if they are not counted */
        clicks: number | null;
      };
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      scheduled_at: string | null;
      started_at: string | null;
      finished_at: string | null;
      /** @description Why sending is stuck; otherwise empty */
      last_error: string;
      /** @description Where it is on its way to readers */
      story?: components["schemas"]["Story"];
      /** @description Related rows, with `include` */
      included?: {
        /** @description Those of `article_ids`, in this order */
        articles: components["schemas"]["ArticleSummary"][];
      };
    };
    ListedPage: {
      id: number;
      title: string;
      /** @description The page's address, `/{slug}`; derived from the title if empty */
      slug: string;
      seo_title: string;
      seo_description: string;
      /** @description Whether the footer links to it */
      in_menu: boolean;
      /** @enum {string} */
      status: "draft" | "published";
      /** @description A future time schedules the page */
      published_date: string | null;
      /** @description Its public address once it is published */
      path: string;
      /** @description Incremented by every public change; for `If-Match` */
      version: number;
      /** Format: date-time */
      updated: string;
      /** @description Whether it has a working copy */
      has_draft: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      /** @description When its working copy becomes public, if a time was set */
      publish_at: string | null;
      /** @description Where it is on its way to readers; for editors only */
      story?: components["schemas"]["Story"];
    };
    MailRecords: {
      spf: {
        /**
         * @description Several: more than one SPF or DMARC record, which counts as none. Revoked: the DKIM key is empty. Timeout and unknown: the name servers did not answer, or with an error
         * @enum {string}
         */
        state: "found" | "missing" | "several" | "revoked" | "timeout" | "unknown";
        /** @description The name that was looked up */
        name: string;
        /** @description The record; empty if it was not found */
        text: string;
      };
      dmarc: {
        /**
         * @description Several: more than one SPF or DMARC record, which counts as none. Revoked: the DKIM key is empty. Timeout and unknown: the name servers did not answer, or with an error
         * @enum {string}
         */
        state: "found" | "missing" | "several" | "revoked" | "timeout" | "unknown";
        /** @description The name that was looked up */
        name: string;
        /** @description The record; empty if it was not found */
        text: string;
      };
      /** @description Null without a selector */
      dkim: {
        /**
         * @description Several: more than one SPF or DMARC record, which counts as none. Revoked: the DKIM key is empty. Timeout and unknown: the name servers did not answer, or with an error
         * @enum {string}
         */
        state: "found" | "missing" | "several" | "revoked" | "timeout" | "unknown";
        /** @description The name that was looked up */
        name: string;
        /** @description The record; empty if it was not found */
        text: string;
      } | null;
    };
    MailSettings: {
      /** @description Empty for no mail server */
      host: string;
      port: number;
      /**
       * @description Encrypted from the start (tls), by STARTTLS, or only if the server offers it (optional). A login always needs encryption, except on this machine
       * @enum {string}
       */
      security: "tls" | "starttls" | "optional";
      user: string;
      /** @description Empty for the publication's name */
      from_name: string;
      /** @description Empty for the default address */
      from_email: "" | string;
      /** @description Whether a password is stored. It is never returned */
      has_password: boolean;
      /** @description Whether the stored password can't be decrypted with the site's keys */
      is_locked: boolean;
    };
    MailState: {
      /** @description The sender */
      from: {
        name: string;
        email: string;
      };
      /** @description Host and port of the mail server; null without one: mails are files */
      server: string | null;
      /** @description The address of the caller's account */
      own_email: string;
      /** @description What the operator has set */
      variables: {
        /** @description `SMTP_URL`, which overrides the settings */
        server: ("set" | "off") | null;
        /** @description Whether `MAIL_FROM` is set, which is stronger than the settings */
        sender: boolean;
        /** @description Whether the settings may name a server on any network, at any port */
        any_host: boolean;
      };
    };
    Menus: {
      header: {
        label: string;
        url: string;
        items: {
          label: string;
          url: string;
        }[];
      }[];
      footer: {
        label: string;
        url: string;
        items: {
          label: string;
          url: string;
        }[];
      }[];
    };
    MessageReply: {
      id: number;
      text: string;
      by: string | null;
      /** Format: date-time */
      sent_at: string;
    };
    MissingPage: {
      id: number;
      path: string;
      /** @description Readers who requested it, each once an hour */
      hits: number;
      /** Format: date-time */
      last: string;
      /** @description The path of the article that the address probably means */
      suggestion: string | null;
    };
    NewsletterAnswer: {
      message: string;
    };
    NewsletterSettings: {
      counts_clicks: boolean;
    };
    Newsroom: {
      time_zone: string;
      postal_address: string;
    };
    Note: {
      id: number;
      text: string;
      /** @description The unique names mentioned in the text as @Name */
      mentions: string[];
      /** @description The name of the account; null for a deleted one */
      author: string | null;
      /** @description Whether the caller is its author */
      is_mine: boolean;
      /** Format: date-time */
      created: string;
      quote: string;
      /** @description The id of the suggestion that it is about; empty for none */
      suggestion: string;
      /** @enum {string} */
      state: "open" | "answered" | "resolved";
      replies: {
        id: number;
        text: string;
        /** @description The unique names mentioned in the text as @Name */
        mentions: string[];
        /** @description The name of the account; null for a deleted one */
        author: string | null;
        /** @description Whether the caller is its author */
        is_mine: boolean;
        /** Format: date-time */
        created: string;
      }[];
    };
    Notification: {
      id: number;
      /** @enum {string} */
      kind: "asked" | "submitted" | "approved" | "changed" | "returned" | "published" | "mentioned" | "noted" | "due";
      /**
       * @description Distinguishes the actions of a kind; empty for the default action
       * @enum {string}
       */
      detail:
        | ""
        | "proposed"
        | "withdrawn"
        | "unpublished"
        | "scheduled"
        | "updated"
        | "reply"
        | "changes"
        | "suggested"
        | "decided"
        | "closed"
        | "late";
      /** @description Null for another type of document */
      article: {
        id: number;
        title: string;
      } | null;
      /** @description What it is about; `idea` is a story of the budget */
      document: {
        id: number;
        title: string;
        /** @enum {string} */
        type: "article" | "issue" | "page" | "idea";
      };
      /** @description Where the document is on its way to readers now */
      story?: components["schemas"]["Story"];
      /** @description The name of the account; null for a deleted one */
      actor: string | null;
      /**
       * Format: date-time
       * @description The time of the last occurrence
       */
      created: string;
      is_read: boolean;
    };
    NotificationSettings: {
      kinds: {
        [key: string]: {
          in_product: boolean;
          by_mail: boolean;
        };
      };
      /** @description When mails are sent: each now, one a day (daily) at this hour in the newsroom's time zone, or none */
      mail: {
        /** @enum {string} */
        timing: "now" | "daily" | "off";
        hour: number;
      };
    };
    OpenStory: {
      /** @enum {string} */
      state: "idea" | "writing" | "asked" | "changes" | "ready" | "scheduled" | "public" | "corrected" | "withdrawn";
      /** @description Whether the newsroom's text differs from what readers have or will have */
      has_changes: boolean;
      /** @description The document's authors with an account, by name */
      owners: {
        id: number;
        name: string;
      }[];
      /** @description Those who were asked for a review, with their answers; null until they answer */
      reviews: {
        id: number;
        name: string;
        answer: ("approve" | "changes") | null;
        /** @description Whether the caller is asked */
        is_me: boolean;
      }[];
      /** @description Notes that are not resolved */
      open_notes: number;
      /** @description People whose suggestions are neither accepted nor rejected */
      suggestions: number;
    };
    Operations: {
      /**
       * Everyone who can be credited as an author, by name
       * @description Needs the permission `desk.use`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/authors": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          id: number;
          name: string;
        };
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The login address, and a pending change of it
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/email": {
        result: components["schemas"]["OwnEmail"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Request another login address: the old and the new one get a link to confirm it within 24 hours
       * @description The response is the same whether or not an account has the address. The password is required more than 15 minutes after logging in. A wrong password counts as a failed login. Needs the permission `account.own`. Not for API keys.
       */
      "PUT /accounts/email": {
        body: {
          email: string;
          password?: string;
        };
        result: components["schemas"]["OwnEmail"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "email_taken"
          | "email_unchanged"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Cancel a pending change of the address
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "DELETE /accounts/email": {
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "email_change_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Confirm a change of the address by the token of one of its two links
       * @description At most 60 requests in 10 minutes for each client address.
       */
      "POST /accounts/email/confirm": {
        body: {
          token: string;
        };
        result: components["schemas"]["EmailConfirmed"];
        /** @enum {string} */
        errors:
          | "email_taken"
          | "invalid_json"
          | "invalid_link"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The user's own register: current holdings first, then by symbol
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/holdings": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Holding"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Register a holding
       * @description From then on, articles that name the symbol disclose it when they are published. Needs the permission `account.own`. Not for API keys.
       */
      "POST /accounts/holdings": {
        body: {
          symbol: string;
          /** Format: date */
          from: string;
          /** @default null */
          to?: string | null;
        };
        result: components["schemas"]["Holding"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_holdings"
          | "unsupported_media_type";
      };
      /**
       * Change a holding, or set its last day
       * @description Existing disclosures stay. Needs the permission `account.own`. Not for API keys.
       */
      "PATCH /accounts/holdings/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          symbol?: string;
          /** Format: date */
          from?: string;
          to?: string | null;
        };
        result: components["schemas"]["Holding"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "holding_not_found"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Remove a mistaken entry; existing disclosures stay
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "DELETE /accounts/holdings/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "holding_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Pending invitations, newest first
       * @description Needs the permission `user.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/invitations": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Invitation"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Invite a person by mail: a link that works once, for 3 days
       * @description Replaces an older invitation to the address. If no mail is sent, the response has the link. Needs the permission `user.manage`. Not for API keys.
       */
      "POST /accounts/invitations": {
        body: {
          email: string;
          /** @enum {string} */
          role: "chief" | "editor" | "writer" | "contributor";
        };
        result: components["schemas"]["Invitation"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "email_taken"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_invitations"
          | "unsupported_media_type";
      };
      /**
       * Accept an invitation: creates the account and logs in
       * @description At most 60 requests in 10 minutes for each client address.
       */
      "POST /accounts/invitations/accept": {
        body: {
          token: string;
          name: string;
          password: string;
        };
        result: components["schemas"]["TokenPair"];
        /** @enum {string} */
        errors:
          | "email_taken"
          | "invalid_json"
          | "invalid_link"
          | "name_taken"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type"
          | "weak_password";
      };
      /**
       * Withdraw an invitation
       * @description Needs the permission `user.manage`. Not for API keys.
       */
      "DELETE /accounts/invitations/{id}": {
        path: {
          id: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "invitation_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The provider's callback; redirects to the admin area
       * @description At most 120 requests in 10 minutes for each client address.
       */
      "GET /accounts/oidc/callback": {
        /** @enum {string} */
        errors: "sign_on_not_configured";
      };
      /**
       * End the session at the provider too, by redirecting to it if it supports logout
       * @description At most 120 requests in 10 minutes for each client address.
       */
      "GET /accounts/oidc/logout": {
        /** @enum {string} */
        errors: "sign_on_not_configured";
      };
      /**
       * Fetch the tokens of the sign-in that this browser completed, once
       * @description At most 120 requests in 10 minutes for each client address.
       */
      "POST /accounts/oidc/session": {
        result: components["schemas"]["TokenPair"];
        /** @enum {string} */
        errors: "sign_on_failed" | "sign_on_not_configured" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Redirect to the provider to sign in, and set a cookie
       * @description At most 120 requests in 10 minutes for each client address.
       */
      "GET /accounts/oidc/start": {
        /** @enum {string} */
        errors: "sign_on_not_configured";
      };
      /**
       * The user's own passkeys, oldest first
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/passkeys": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Passkey"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add the passkey that the browser created
       * @description The first factor of an account comes with ten recovery codes, shown once. Needs the permission `account.own`. Not for API keys.
       */
      "POST /accounts/passkeys": {
        body: {
          name?: string;
          passkey: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "platform" | "cross-platform";
            clientExtensionResults: unknown;
            response: {
              clientDataJSON: string;
              attestationObject: string;
              transports?: string[];
            };
          };
        };
        result: components["schemas"]["AddedPasskey"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "passkey_in_use"
          | "passkey_rejected"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "too_many_passkeys"
          | "unsupported_media_type";
      };
      /**
       * Get the options for the browser to create a passkey within 5 minutes
       * @description The password is required more than 15 minutes after logging in. A wrong password counts as a failed login. Needs the permission `account.own`. Not for API keys.
       */
      "POST /accounts/passkeys/options": {
        body?: {
          password?: string;
        } | null;
        result: components["schemas"]["PasskeyOptions"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "too_many_passkeys"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Remove one of the user's own passkeys
       * @description The password is required more than 15 minutes after logging in. A wrong password counts as a failed login. If the role requires a factor, the last one cannot be removed: 409. Needs the permission `account.own`. Not for API keys.
       */
      "DELETE /accounts/passkeys/{id}": {
        path: {
          id: string;
        };
        body?: {
          password?: string;
        } | null;
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "last_second_factor"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "passkey_not_found"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Change the user's own password: revokes all sessions and starts a new one
       * @description Responds 400 to a wrong current password, which counts as a failed login, and 429 after too many. Needs the permission `account.own`. Not for API keys.
       */
      "PUT /accounts/password": {
        body: {
          current: string;
          password: string;
        };
        result: components["schemas"]["TokenPair"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "weak_password"
          | "wrong_password";
      };
      /**
       * Request a mail with a link to set a new password
       * @description The response is the same whether or not an account has the address. At most 60 requests in 10 minutes for each client address.
       */
      "POST /accounts/password/forgot": {
        body: {
          email: string;
        };
        result: components["schemas"]["CredentialsAnswer"];
        /** @enum {string} */
        errors: "invalid_json" | "request_too_large" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Set a new password with the token of a mailed link; revokes all sessions
       * @description At most 60 requests in 10 minutes for each client address.
       */
      "POST /accounts/password/reset": {
        body: {
          token: string;
          password: string;
        };
        result: components["schemas"]["CredentialsAnswer"];
        /** @enum {string} */
        errors:
          | "invalid_json"
          | "invalid_link"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type"
          | "weak_password";
      };
      /**
       * Change the user's own profile; omitted fields keep their value
       * @description With its ETag in If-Match, responds 409 if the profile has changed since. Needs the permission `account.own`. Not for API keys.
       */
      "PUT /accounts/profile": {
        body: {
          /** @description The name that readers see, including in published articles */
          name?: string;
          bio?: string;
          imageUrl?: string;
          /** @description The author's pages on other sites */
          links?: {
            label: string;
            url: string;
          }[];
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["OwnProfile"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "name_taken"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The user's own sessions, last used first
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/sessions": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Session"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Revoke all of the user's own sessions but this one
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "DELETE /accounts/sessions": {
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Revoke one of the user's own sessions
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "DELETE /accounts/sessions/{id}": {
        path: {
          id: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "session_ended"
          | "session_not_found"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The user's own second factors
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/two-factor": {
        result: components["schemas"]["SecondFactors"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "session_ended";
      };
      /**
       * Get ten new recovery codes; older ones stop working
       * @description The password is required more than 15 minutes after logging in. A wrong password counts as a failed login. Needs the permission `account.own`. Not for API keys.
       */
      "POST /accounts/two-factor/recovery": {
        body?: {
          password?: string;
        } | null;
        result: components["schemas"]["RecoveryCodes"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "second_factor_missing"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Get a secret for an authenticator app, which is active once confirmed
       * @description The password is required more than 15 minutes after logging in. A wrong password counts as a failed login. Needs the permission `account.own`. Not for API keys.
       */
      "POST /accounts/two-factor/totp": {
        body?: {
          password?: string;
        } | null;
        result: components["schemas"]["AuthenticatorSecret"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Turn the authenticator app off
       * @description If the role requires a factor, the last one cannot be removed: 409. Needs the permission `account.own`. Not for API keys.
       */
      "DELETE /accounts/two-factor/totp": {
        body: {
          password: string;
        };
        /** @enum {string} */
        errors:
          | "authenticator_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "last_second_factor"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Confirms the secret with a first code; responds with ten recovery codes, shown once
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "POST /accounts/two-factor/totp/confirm": {
        body: {
          code: string;
        };
        result: components["schemas"]["RecoveryCodes"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "no_pending_secret"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_code";
      };
      /**
       * Everyone who can log in, by name, including suspended accounts
       * @description Needs the permission `user.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/users": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["User"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The user's own profile, login address and permissions
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/users/me": {
        result: components["schemas"]["OwnProfile"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "session_ended";
      };
      /**
       * Change the role of a user, or suspend or reactivate the account
       * @description Suspending revokes its sessions. The only active chief cannot be changed: 409. Needs the permission `user.manage`. Not for API keys.
       */
      "PATCH /accounts/users/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @enum {string} */
          role?: "chief" | "editor" | "writer" | "contributor";
          is_active?: boolean;
        };
        result: components["schemas"]["User"];
        /** @enum {string} */
        errors:
          | "account_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "last_chief"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Remove a login; articles and bylines stay
       * @description With `erase=true` all data about the person is erased, bylines become 'Former author', and the audit log keeps only the number; this needs personal_data.manage too. 409 for the only active chief. Needs the permission `user.manage`. Not for API keys.
       */
      "DELETE /accounts/users/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default false */
          erase?: boolean;
        };
        /** @enum {string} */
        errors:
          | "account_not_found"
          | "blocked_by_review_rule"
          | "invalid_key"
          | "last_chief"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * All stored data about a current or former member of the newsroom
       * @description Needs the permission `personal_data.manage`. Not for API keys. Counts towards 1,200 reads and 60 files a minute for each client address.
       */
      "GET /accounts/users/{id}/export": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["AccountExport"] | unknown;
        /** @enum {string} */
        errors:
          | "account_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The register of a user
       * @description Needs the permission `user.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /accounts/users/{id}/holdings": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Holding"];
        /** @enum {string} */
        errors:
          | "account_not_found"
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Ad spaces of one location, or all. Editors also get inactive ones.
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /ads": {
        query?: {
          location?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["AdSpace"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add an ad space
       * @description A repeated request with the same Idempotency-Key returns the existing ad space. Needs the permission `ad.manage`.
       */
      "POST /ads": {
        body: {
          name: string;
          /** @enum {string} */
          type?: "leaderboard" | "rectangle" | "sidebar";
          location: string;
          active?: boolean | ("true" | "false");
          image_url?: string;
          alt?: string;
          target_url?: string;
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["AdSpace"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Change an ad space; omitted fields keep their value
       * @description With its ETag in If-Match, responds 409 if the ad space has changed since. Needs the permission `ad.manage`.
       */
      "PUT /ads/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          name?: string;
          /** @enum {string} */
          type?: "leaderboard" | "rectangle" | "sidebar";
          location?: string;
          active?: boolean | ("true" | "false");
          image_url?: string;
          alt?: string;
          target_url?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["AdSpace"];
        /** @enum {string} */
        errors:
          | "ad_space_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete an ad space
       * @description Needs the permission `ad.manage`.
       */
      "DELETE /ads/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "ad_space_not_found"
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /** Count a reader who sees the creative */
      "POST /ads/{id}/view": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors: "ad_space_not_found" | "not_found" | "storage_full" | "unsupported_media_type";
      };
      /**
       * All API keys, newest first, including expired ones
       * @description Needs the permission `key.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /api-keys": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["ApiKey"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Create an API key, which is only in this response
       * @description The key acts for the caller, with at most the caller's role, until it expires or is revoked. Needs the permission `key.manage`. Not for API keys.
       */
      "POST /api-keys": {
        body: {
          name: string;
          /** @enum {string} */
          role: "chief" | "editor" | "writer" | "contributor";
          /** @description Names of permissions that the role has; `read` allows whatever the role may read */
          scopes: (
            | "read"
            | "idea.write"
            | "article.read"
            | "article.write"
            | "article.suggest"
            | "picture.upload"
            | "picture.describe"
            | "desk.use"
            | "article.ready"
            | "wire.triage"
            | "wire.manage"
            | "idea.assign"
            | "page.manage"
            | "issue.manage"
            | "article.publish"
            | "author.manage"
            | "series.manage"
            | "home.arrange"
            | "trash.purge"
            | "ad.manage"
            | "category.manage"
            | "topic.manage"
            | "picture.manage"
            | "redirect.manage"
          )[];
          /** @description Origins of web pages that may use the key; programs outside of browsers need none */
          origins?: string[];
          /**
           * Format: date-time
           * @description Default: in a year
           */
          expires?: string;
        };
        result: components["schemas"]["ApiKey"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_keys"
          | "unsupported_media_type";
      };
      /**
       * Revoke an API key: it stops working immediately
       * @description Needs the permission `key.manage`. Not for API keys.
       */
      "DELETE /api-keys/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "key_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Published articles, newest first, of all categories or one. Editors get all articles, and can search, filter and sort them.
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Words of title, author, category or tags. For editors only. */
          query?: string;
          /**
           * @description Only of this status; scheduled is published with a future date. For editors only.
           * @enum {string}
           */
          status?: "published" | "scheduled" | "ready" | "draft";
          /** @description Only of this category: its slug or name. */
          category?: string;
          /** @description Only featured articles (true) or only others (false). For editors only. */
          featured?: boolean;
          /** @description Only editor's picks (true) or only others (false). For editors only. */
          editors_pick?: boolean;
          /** @description Only auto-updating articles (true) or only others (false). For editors only. */
          auto_update?: boolean;
          /** @description Only the caller's own articles (true) or all visible to the caller (false). For editors only. */
          mine?: boolean;
          /** @description Only articles with a review request for the caller (true) or all visible to the caller (false). For editors only. */
          asked?: boolean;
          /** @description Only published articles with unpublished changes (true) or all (false). For editors only. */
          waiting?: boolean;
          /**
           * @description The sort field; the date by default. For editors only.
           * @enum {string}
           */
          sort?: "date" | "title" | "category" | "author" | "status" | "updated";
          /**
           * @description By default, newest first for dates and A to Z for names. For editors only.
           * @enum {string}
           */
          order?: "asc" | "desc";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ListedArticle"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_category"
          | "unknown_field";
      };
      /**
       * Write an article
       * @description A repeated request with the same Idempotency-Key returns the existing article. Needs the permission `article.write`.
       */
      "POST /articles": {
        body: {
          title: string;
          excerpt?: string;
          /** @description The readable part of its address; empty to follow the title */
          slug?: string;
          /** @description An address or, in a form, a file */
          image_url?: string;
          image_alt?: string;
          /** @description A BCP 47 tag, such as ar; empty or null for the site's language */
          language?: string | null;
          /** @enum {string} */
          genre?: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
          /** @enum {string} */
          layout?: "news" | "long_read" | "photo_essay" | "live";
          /** @enum {string} */
          picture_place?: "automatic" | "beside" | "above" | "wide" | "none";
          seo_title?: string;
          seo_description?: string;
          social_title?: string;
          social_text?: string;
          social_image?: string;
          canonical_url?: string;
          /** @enum {string} */
          status?: "published" | "ready" | "draft";
          is_auto_update?: boolean | ("true" | "false");
          is_featured?: boolean | ("true" | "false");
          is_editors_pick?: boolean | ("true" | "false");
          is_breaking?: boolean | ("true" | "false");
          is_noindex?: boolean | ("true" | "false");
          category: string;
          content?: string;
          /** @description Names or ids; an unknown name creates an author */
          authors?:
            | string
            | (
                | string
                | number
                | {
                    id: number;
                  }
                | {
                    name: string;
                  }
              )[];
          /** @description The name of the only author, if authors is omitted */
          author?:
            | string
            | {
                [key: string]: unknown;
              };
          /** @description The same as author */
          author_name?: string;
          tags?: string | string[];
          /** @description The newsroom's sources, which readers never see */
          sources?: string | string[];
          /** @description ISO 8601; in the future to schedule */
          published_date?: null | "" | string;
        };
        /** @constant */
        form: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["ArticleDetail"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "created_item_deleted"
          | "file_too_large"
          | "house_style"
          | "idempotency_key_in_progress"
          | "incomplete_document"
          | "invalid_form"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_names"
          | "too_many_tags"
          | "unknown_author"
          | "unknown_category"
          | "unsupported_media_type";
      };
      /**
       * Change many articles in one transaction
       * @description Returns the ids of the changed articles, and why the others were not changed. `trash: false` restores articles. Needs the permission `article.write`.
       */
      "POST /articles/bulk": {
        body: {
          ids: number[];
          change: {
            category?: string;
            /** @enum {string} */
            status?: "published" | "ready" | "draft";
            is_featured?: boolean | ("true" | "false");
            is_editors_pick?: boolean | ("true" | "false");
            is_auto_update?: boolean | ("true" | "false");
            is_breaking?: boolean | ("true" | "false");
            is_noindex?: boolean | ("true" | "false");
            /** @description Names or ids; an empty list removes all authors */
            authors?:
              | string
              | (
                  | string
                  | number
                  | {
                      id: number;
                    }
                  | {
                      name: string;
                    }
                )[];
            tags_add?: string | string[];
            tags_remove?: string | string[];
            trash?: boolean;
          };
        };
        result: components["schemas"]["BulkAnswer"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_names"
          | "too_many_tags"
          | "unknown_author"
          | "unknown_category"
          | "unsupported_media_type";
      };
      /**
       * How many articles each tab of the caller's list has; 1,000 means 1,000 or more
       * @description Needs the permission `article.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/counts": {
        result: components["schemas"]["ArticleListCounts"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Editor's picks: arranged articles, then the newest
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/editors-picks": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @description As shown on the home page: only as many stories as fit, without repeats if the newsroom has enabled that */
          home?: boolean;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: {
          id: number;
          title: string;
          excerpt: string;
          /** @description The readable part of its address: made from the title until an editor sets it */
          slug: string;
          image_url: string;
          /** @description The picture's description; empty for a decorative picture */
          image_alt: string;
          /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
          language: string;
          /**
           * @description The kind of text. Readers must see that an article is `sponsored`
           * @enum {string}
           */
          genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
          /** @enum {string} */
          status: "published" | "ready" | "draft";
          is_auto_update: boolean;
          is_featured: boolean;
          is_editors_pick: boolean;
          is_breaking: boolean;
          /** @description The category's name */
          category: string;
          category_slug: string;
          /** @description The first author's name */
          author: string;
          /** @description The names of all authors */
          authors: string[];
          /** @description The authors as they are shown on pages */
          byline: string;
          /** @description The first author's picture, of an opinion */
          portrait_url?: string;
          /** @description ISO 8601 in UTC; in the future for a scheduled article */
          published_date: string | null;
          last_updated: string | null;
          tags: string[];
          /**
           * @description With `home`, if the home page shows each story only once: whether the article appears only in the editor's choice
           * @constant
           */
          is_choice?: true;
        };
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * Featured articles: arranged articles, then the newest
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/featured": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @description As shown on the home page: only as many stories as fit, without repeats if the newsroom has enabled that */
          home?: boolean;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * The newest articles
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/latest": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @description As shown on the home page: only as many stories as fit, without repeats if the newsroom has enabled that */
          home?: boolean;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * The caller's saved views of the list, then those that others share
       * @description Needs the permission `article.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/saved-views": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["SavedView"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Save a view of the list, replacing a view with the same name
       * @description Needs the permission `article.write`.
       */
      "POST /articles/saved-views": {
        body: {
          name: string;
          /** @description The parameters of `GET /articles` that narrow and sort the list, as a query string: `status=ready&sort=title` */
          filters: string;
          /**
           * @description Show it to everyone on the desk; needs `article.publish`
           * @default false
           */
          is_shared?: boolean;
        };
        result: components["schemas"]["SavedView"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_saved_views"
          | "unsupported_media_type";
      };
      /**
       * Remove a saved view: the caller's own, or as chief editor a shared one
       * @description Needs the permission `article.write`.
       */
      "DELETE /articles/saved-views/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "saved_view_not_found"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Full text search, best match first
       * @description A filter that names nothing known finds nothing. Counts towards 1,200 reads and 240 searches a minute for each client address.
       */
      "GET /articles/search": {
        query: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          query: string;
          /** @description Only articles of this category: its slug or name */
          category?: string;
          /** @description Only articles by this author: the slug, a former one, or the name */
          author?: string;
          /** @description Only articles on this topic: its slug, a former one, its name or an alias */
          topic?: string;
          /**
           * @description Only articles of this genre
           * @enum {string}
           */
          genre?: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
          /** @description Only articles published on this day or later, by the newsroom's clocks */
          from?: string;
          /** @description Only articles published on this day or earlier */
          until?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * All templates, by name
       * @description Needs the permission `article.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/templates": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["Template"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Create a template from a document
       * @description Uses the newest text, including the working copy, without dates, slug, byline and switches. Needs the permission `article.write`.
       */
      "POST /articles/templates": {
        body: {
          name: string;
          /** @description The document that the template is created from */
          document: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_templates"
          | "unsupported_media_type";
      };
      /**
       * A template with its fields, for creating a document
       * @description Needs the permission `article.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "template_not_found";
      };
      /**
       * Rename a template, or replace its fields with those of a document
       * @description Needs the permission `article.write`.
       */
      "PATCH /articles/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          name?: string;
          /** @description The document that the template is created from */
          document?: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "template_not_found"
          | "unsupported_media_type";
      };
      /**
       * Delete a template
       * @description Documents created from it do not change. Needs the permission `article.write`.
       */
      "DELETE /articles/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "template_not_found"
          | "unsupported_media_type";
      };
      /**
       * The most-read recent articles
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/trending": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @description The slug of a category whose articles come first */
          category?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * One article with its content; drafts only for editors
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Article"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "article_removed"
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change an article; omitted fields keep their value
       * @description With the article's ETag in If-Match, responds 409 if the article has changed since. Needs the permission `article.write`.
       */
      "PUT /articles/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          title?: string;
          excerpt?: string;
          /** @description The readable part of its address; empty to follow the title */
          slug?: string;
          /** @description An address or, in a form, a file */
          image_url?: string;
          image_alt?: string;
          /** @description A BCP 47 tag, such as ar; empty or null for the site's language */
          language?: string | null;
          /** @enum {string} */
          genre?: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
          /** @enum {string} */
          layout?: "news" | "long_read" | "photo_essay" | "live";
          /** @enum {string} */
          picture_place?: "automatic" | "beside" | "above" | "wide" | "none";
          seo_title?: string;
          seo_description?: string;
          social_title?: string;
          social_text?: string;
          social_image?: string;
          canonical_url?: string;
          /** @enum {string} */
          status?: "published" | "ready" | "draft";
          is_auto_update?: boolean | ("true" | "false");
          is_featured?: boolean | ("true" | "false");
          is_editors_pick?: boolean | ("true" | "false");
          is_breaking?: boolean | ("true" | "false");
          is_noindex?: boolean | ("true" | "false");
          category?: string;
          content?: string;
          /** @description Names or ids; an unknown name creates an author */
          authors?:
            | string
            | (
                | string
                | number
                | {
                    id: number;
                  }
                | {
                    name: string;
                  }
              )[];
          /** @description The name of the only author, if authors is omitted */
          author?:
            | string
            | {
                [key: string]: unknown;
              };
          /** @description The same as author */
          author_name?: string;
          tags?: string | string[];
          /** @description The newsroom's sources, which readers never see */
          sources?: string | string[];
          /** @description ISO 8601; in the future to schedule */
          published_date?: null | "" | string;
          /** @description The reason for the change; public in the article's record of changes */
          change_note?: string;
          /** @description Whether the change is only a typo fix */
          is_minor?: boolean | ("true" | "false");
          /** @description A correction stored together with the change */
          correction?: string;
          /**
           * @description The position in the article; top by default
           * @enum {string}
           */
          correction_position?: "top" | "bottom";
        };
        /** @constant */
        form: true;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["ArticleDetail"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "article_not_found"
          | "article_not_public"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "file_too_large"
          | "house_style"
          | "import_not_released"
          | "incomplete_document"
          | "invalid_form"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_names"
          | "too_many_tags"
          | "unknown_author"
          | "unknown_category"
          | "unsupported_media_type";
      };
      /**
       * Move an article to the trash
       * @description Needs the permission `article.write`.
       */
      "DELETE /articles/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Approve exactly the text of the ETag in If-Match, including the working copy
       * @description Any later edit needs another approval. The author of the text cannot approve it (403); a chief can override that with a reason, which is recorded. Responds 409 if the text has changed since. Needs the permission `article.approve`. Not for API keys.
       */
      "POST /articles/{id}/approvals": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description A chief's reason for an override */
          override_reason?: string;
        } | null;
        /** @constant */
        conditional: true;
        result: components["schemas"]["Review"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "article_not_found"
          | "blocked_by_review_rule"
          | "if_match_required"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "own_text"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "sources_missing"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Withdraw your own approvals of a document
       * @description Needs the permission `article.approve`. Not for API keys.
       */
      "DELETE /articles/{id}/approvals": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "not_approved"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The review requests of a document, with their answers
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Ask people to review a document, replacing unanswered requests
       * @description Unanswered requests keep their message, without another notification; asking a person again deletes the earlier answer. Requests end when the document or its update is published or scheduled, which notifies those who have not approved it, when it is deleted, and when the person may no longer approve articles. Needs the permission `article.write`.
       */
      "PUT /articles/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @description An account id */
          person?: number;
          people?: number[];
          message?: string;
        };
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "cannot_ask_yourself"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unknown_person"
          | "unsupported_media_type";
      };
      /**
       * Withdraw unanswered requests
       * @description Needs the permission `article.write`.
       */
      "DELETE /articles/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "no_review_requested"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Answer a request: approve the text that the ETag in If-Match names, or request changes
       * @description Notifies the requester and the owners. An approval also counts under the two-person rule, unless the caller wrote the text; if the rule requires a second person, it responds 403 then. Needs the permission `article.approve`. Not for API keys.
       */
      "POST /articles/{id}/asked/answer": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @enum {string} */
          answer: "approve" | "changes";
          /** @default  */
          message?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "article_not_found"
          | "blocked_by_review_rule"
          | "if_match_required"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "not_asked_to_review"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "own_text"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "sources_missing"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * An article's changes since publication, newest first
       * @description Available even after the article is removed; 404 for articles that were never published. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/changes": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Only changes of a kind
           * @enum {string}
           */
          kind?: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["PublishedChange"];
        /** @enum {string} */
        errors: "article_not_found" | "cursor_expired" | "not_found" | "unknown_field";
      };
      /**
       * A published version, if readers can see the article
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/changes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        result: components["schemas"]["PublishedVersion"];
        /** @enum {string} */
        errors: "article_not_found" | "not_found";
      };
      /**
       * Correct a published article: a permanent, dated note at its top or bottom
       * @description Sending the same text again returns the existing correction. Needs the permission `article.publish`.
       */
      "POST /articles/{id}/corrections": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          text: string;
          /** @enum {string} */
          position: "top" | "bottom";
          /** @description Why a chief overrides the two-person rule for this correction */
          override_reason?: string;
        };
        result: components["schemas"]["Correction"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "article_not_found"
          | "article_not_public"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * An article's working copy, hidden from readers
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WorkingCopy"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "working_copy_not_found";
      };
      /**
       * Save the working copy; omitted fields keep their value
       * @description With the article's ETag in If-Match, the change is merged with others' saves, word by word; 409 if both changed the same words differently. With `retry=1`, for a save whose response was lost, it also responds 409 if the caller has saved the article since, which may have been this save. A scheduled update changes only with `scheduled=1` (400 without it), so that no autosave becomes public by itself. A save repeated with its Idempotency-Key within 14 days returns the current working copy, or the article without one (`has_draft` is false), and writes nothing. Needs the permission `article.write`.
       */
      "PUT /articles/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @enum {string} */
          retry?: "1";
          /** @enum {string} */
          scheduled?: "1";
        };
        body: {
          excerpt?: string;
          /** @description The readable part of its address; empty to follow the title */
          slug?: string;
          /** @description An address or, in a form, a file */
          image_url?: string;
          image_alt?: string;
          /** @description A BCP 47 tag, such as ar; empty or null for the site's language */
          language?: string | null;
          /** @enum {string} */
          genre?: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
          /** @enum {string} */
          layout?: "news" | "long_read" | "photo_essay" | "live";
          /** @enum {string} */
          picture_place?: "automatic" | "beside" | "above" | "wide" | "none";
          seo_title?: string;
          seo_description?: string;
          social_title?: string;
          social_text?: string;
          social_image?: string;
          canonical_url?: string;
          is_auto_update?: boolean | ("true" | "false");
          is_featured?: boolean | ("true" | "false");
          is_editors_pick?: boolean | ("true" | "false");
          is_breaking?: boolean | ("true" | "false");
          is_noindex?: boolean | ("true" | "false");
          content?: string;
          /** @description Names or ids; an unknown name creates an author */
          authors?:
            | string
            | (
                | string
                | number
                | {
                    id: number;
                  }
                | {
                    name: string;
                  }
              )[];
          /** @description The name of the only author, if authors is omitted */
          author?:
            | string
            | {
                [key: string]: unknown;
              };
          /** @description The same as author */
          author_name?: string;
          tags?: string | string[];
          /** @description The newsroom's sources, which readers never see */
          sources?: string | string[];
          title?: string;
          category?: string;
          /** @description Instead of the text: the text with its open suggestions, as responses have it */
          text_with_suggestions?: string;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["WorkingCopy"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_your_suggestion"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_suggestions"
          | "too_many_tags"
          | "unknown_author"
          | "unknown_category"
          | "unsupported_media_type"
          | "update_scheduled";
      };
      /**
       * Discard the working copy; it stays in the version history
       * @description Needs the permission `article.write`.
       */
      "DELETE /articles/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "working_copy_not_found";
      };
      /**
       * The notes on a document, oldest first
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/notes": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Write a note on a passage
       * @description `@Name` in the text mentions and notifies a person with access to the document. Needs the permission `article.read`.
       */
      "POST /articles/{id}/notes": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @default  */
          quote?: string;
          /**
           * @description The id of the suggestion that it is about
           * @default
           */
          suggestion?: string;
          text: string;
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_notes"
          | "unsupported_media_type";
      };
      /**
       * People who can read a document and be mentioned in its notes
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/notes/people": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          id: number;
          name: string;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Change a note's state or, as its author, its text
       * @description Needs the permission `article.read`.
       */
      "PATCH /articles/{id}/notes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          text?: string;
          /** @enum {string} */
          state?: "open" | "answered" | "resolved";
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_the_author"
          | "note_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete your own note and its replies
       * @description Needs the permission `article.read`.
       */
      "DELETE /articles/{id}/notes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_the_author"
          | "note_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Reply to a note
       * @description Needs the permission `article.read`.
       */
      "POST /articles/{id}/notes/{n}/replies": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          text: string;
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "note_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_notes"
          | "unsupported_media_type";
      };
      /**
       * How often an article was read, and from where
       * @description Each reader counts once an hour, without cookies or stored addresses. `finished`: those who reached the end of the text. Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/numbers": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: {
          /** @description Views since the publication. */
          views: number;
          /** @description The hours with readers in the last 35 days, oldest first, by their first instant. */
          hours: {
            /** Format: date-time */
            at: string;
            views: number;
            finished: number;
          }[];
          /** @description The hosts that readers came from, most views first, `other` for those beyond the first 100. */
          sources: {
            host: string;
            views: number;
          }[];
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Presence and saves of a document, as a stream of events
       * @description `text/event-stream`. Its client counts as having the document open. An event `presence` comes immediately and whenever people arrive or leave; its data is a list of `{user, name, since, is_me}`. An event `places` comes whenever another person moves; its data is a list of `{user, place}`, where `place` is what that person reported last. An event `saved` comes immediately, and within a second after each save of the document or its working copy, by any user; its data is `{etag}`, which names the stored version as `If-Match` does. An event `suggestions` comes immediately, and whenever edits are suggested, accepted or rejected; its data is `{state}`, a text that differs each time. Needs the permission `article.read`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/presence": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "too_many_windows";
      };
      /**
       * Report the caller's position in a document
       * @description Other people with the document open see it. Does nothing unless the caller also has the document open. The position is deleted with the caller's last window. Needs the permission `article.read`. Not for API keys. At most 1200 requests in 1 minutes for each client address.
       */
      "PUT /articles/{id}/presence": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @description The name of the field */
          field: string;
          /** @description The block of the text; null in other fields */
          block: {
            /** @description The number of blocks before it */
            at: number;
            /** @description The previous block, this block and the next block */
            near: string[];
            /** @description The caret in the block, if it has text */
            caret?: {
              /** @description The number of characters before it */
              head: number;
              /** @description The other end of the selection; equal without one */
              anchor: number;
              /** @description The characters before it */
              near: string;
            };
          } | null;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Create a link to the working copy as a page, valid for seven days
       * @description Needs the permission `article.write`.
       */
      "POST /articles/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["PreviewLink"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Revoke all preview links of a document
       * @description Needs the permission `article.write`.
       */
      "DELETE /articles/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Publish the working copy, or the stored text without one, now or at a time
       * @description With `at`, a published article stays as it is until then, and a scheduled one only changes its time. With the article's ETag in If-Match, responds 409 if the article has changed since. Needs the permission `article.publish`.
       */
      "POST /articles/{id}/publish": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          at?: string | null;
          /** @description The reason for the change; public in the article's record of changes */
          change_note?: string;
          /** @description Whether the change is only a typo fix */
          is_minor?: boolean | ("true" | "false");
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["ArticleDetail"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "article_not_found"
          | "article_not_public"
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "house_style"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "incomplete_document"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "nothing_to_publish"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "time_in_past"
          | "too_many_names"
          | "unknown_category"
          | "unsupported_media_type";
      };
      /**
       * Cancel the scheduled update of a published article
       * @description The public text and the working copy do not change. Needs the permission `article.publish`.
       */
      "DELETE /articles/{id}/publish": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "nothing_scheduled"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Articles related to an article
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/related": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors: "article_not_found" | "cursor_expired" | "not_found" | "unknown_field";
      };
      /**
       * Restore an article from the trash
       * @description Needs the permission `article.write`.
       */
      "POST /articles/{id}/restore": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["ArticleDetail"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_in_trash"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Whether a document needs a second person's approval, and has it
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/review": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Review"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * An article's versions, newest first
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/revisions": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Only versions that have a name
           * @enum {string}
           */
          named?: "true";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Revision"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * One version with its text
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/revisions/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        result: components["schemas"]["WholeRevision"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "version_not_found";
      };
      /**
       * Name a version
       * @description Needs the permission `article.write`.
       */
      "PATCH /articles/{id}/revisions/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          note: string;
        };
        result: components["schemas"]["Revision"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "version_not_found";
      };
      /**
       * Restore a version as the newest; of a published or scheduled article, in its working copy
       * @description With the article's ETag in If-Match, responds 409 if the article has changed since. Needs the permission `article.write`.
       */
      "POST /articles/{id}/revisions/{n}/restore": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["ArticleDetail"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unknown_author"
          | "unknown_category"
          | "unsupported_media_type"
          | "update_scheduled"
          | "version_not_found";
      };
      /**
       * The series of an article
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/series": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: {
          series: {
            id: number;
            name: string;
          } | null;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Put an article at the end of a series, or take it out of its series
       * @description Needs the permission `article.write`.
       */
      "PUT /articles/{id}/series": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          series: number | null;
        };
        result: {
          series: {
            id: number;
            name: string;
          } | null;
        };
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "series_full"
          | "series_not_found"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Where a document is on its way to readers, and what is still open before it is published
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/story": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OpenStory"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The texts of a document with all open suggestions, for the caller to add more
       * @description Needs the permission `article.suggest`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/suggestion": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OwnSuggestion"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Suggest changes: send the texts of the document as you propose them
       * @description Omitted texts keep their value. Others' published articles can have suggestions too: their texts are then those that readers have, with the caller's own suggestions alone; 400 where the newsroom is changing the same passage. A text without marks becomes suggestions block by block; 409 where a block has suggestions already. With `text_with_suggestions` the caller marks the changes with ids of its own choice (8 to 24 lower-case letters and digits), and may change nothing else (403). Others' changes since the version in If-Match are merged. A save repeated with its Idempotency-Key within 14 days writes nothing. The owners of the document are notified of the first suggestion. Needs the permission `article.suggest`.
       */
      "PUT /articles/{id}/suggestion": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          content?: string;
          /** @description Instead of the text: the text with its open suggestions, as responses have it */
          text_with_suggestions?: string;
          title?: string;
          excerpt?: string;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["OwnSuggestion"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_your_suggestion"
          | "only_suggestions"
          | "origin_not_allowed"
          | "passage_in_work"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "too_many_suggestions"
          | "unsupported_media_type";
      };
      /**
       * The suggestions for a document, and its text with the open ones
       * @description Needs the permission `article.suggest`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /articles/{id}/suggestions": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Accept suggestions: the caller saves them in the working copy
       * @description With the document's ETag in If-Match, responds 409 if it has changed since. The person is notified when none of theirs is left open. Needs the permission `article.write`.
       */
      "POST /articles/{id}/suggestions/accept": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "edit_conflict"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Reject suggestions; what the document says does not change
       * @description Needs the permission `article.write`.
       */
      "POST /articles/{id}/suggestions/reject": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Withdraw your own suggestions
       * @description Needs the permission `article.suggest`.
       */
      "POST /articles/{id}/suggestions/withdraw": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Make an article a draft again and cancel its schedule
       * @description With the article's ETag in If-Match, responds 409 if the article has changed since. Needs the permission `article.publish`.
       */
      "POST /articles/{id}/unpublish": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["ArticleDetail"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /** Count a reader's view, or with `finished` that the reader reached the end */
      "POST /articles/{id}/view": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description The host of the page that the reader came from */
          from?: string;
          /** @description The reader reached the end of the text: counted apart from the view */
          finished?: boolean;
        };
        /** @enum {string} */
        errors: "article_not_found" | "import_not_released" | "not_found" | "storage_full" | "unsupported_media_type";
      };
      /**
       * The audit log, newest first; all matching entries as CSV with Accept: text/csv
       * @description `query`: words. `actor`: an account's number, name or address, or operator, system, nobody. `action`: an action such as article.publish, or a type such as article. `from`, `to`: dates, or times. Needs the permission `audit.read`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /audit": {
        query?: {
          query?: string;
          actor?: string;
          action?: string;
          from?: string;
          to?: string;
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["AuditEntry"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Authors by name; for readers those with published articles
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /authors": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Authors whose name contains it, ignoring case and accents
           * @default
           */
          query?: string;
          /**
           * @description For editors only: authors who can log in, or who can't
           * @enum {string}
           */
          kind?: "account" | "guest";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Author"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add an author without an account
       * @description A repeated request with the same Idempotency-Key returns the existing author. Needs the permission `author.manage`.
       */
      "POST /authors": {
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          bio?: string;
          image_url?: string;
          links?: {
            label: string;
            url: string;
          }[];
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["Author"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "storage_full"
          | "too_many_names"
          | "unsupported_media_type";
      };
      /**
       * Merge an author without an account into another one, or into an account
       * @description The other author gets the articles and the addresses, and what its own profile lacks. Needs the permission `author.manage`.
       */
      "POST /authors/merge": {
        body: {
          from: number | string;
          into: number | string;
        };
        result: components["schemas"]["Author"];
        /** @enum {string} */
        errors:
          | "author_has_account"
          | "author_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "same_author"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * One author
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /authors/{slug}": {
        path: {
          /** @description An author's slug, a former one, or the id */
          slug: string;
        };
        result: components["schemas"]["Author"];
        /** @enum {string} */
        errors:
          | "author_not_found"
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change an author; articles follow a new name, and a former slug redirects
       * @description Of an author with an account, only the slug can be changed. With its ETag in If-Match, responds 409 if the author has changed since. Needs the permission `author.manage`.
       */
      "PUT /authors/{slug}": {
        path: {
          /** @description An author's slug, a former one, or the id */
          slug: string;
        };
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          bio?: string;
          image_url?: string;
          links?: {
            label: string;
            url: string;
          }[];
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Author"];
        /** @enum {string} */
        errors:
          | "author_has_account"
          | "author_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_copied"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete an author without account and articles
       * @description Needs the permission `author.manage`.
       */
      "DELETE /authors/{slug}": {
        path: {
          /** @description An author's slug, a former one, or the id */
          slug: string;
        };
        /** @enum {string} */
        errors:
          | "author_has_account"
          | "author_in_use"
          | "author_not_found"
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * An author's published articles, newest first
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /authors/{slug}/articles": {
        path: {
          /** @description An author's slug, a former one, or the id */
          slug: string;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors:
          | "author_not_found"
          | "cursor_expired"
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The story budget: ideas and assignments by their due time, those without one last
       * @description Writers and contributors get what they added, what is assigned to them, and what is open. Needs the permission `idea.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /budget": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @enum {string} */
          state?:
            | "idea"
            | "writing"
            | "asked"
            | "changes"
            | "ready"
            | "scheduled"
            | "public"
            | "corrected"
            | "withdrawn";
          /**
           * @description Assigned to this account; 0 for all
           * @default 0
           */
          person?: number;
          /**
           * @default
           * @enum {string}
           */
          slot?: "" | "home" | "newsletter";
          /**
           * @description The name or slug of a category
           * @default
           */
          section?: string;
          /**
           * @description `late`: it should be there; `today` and `week`: due by the end of the day or within seven days, and late ones; `none`: without a time
           * @enum {string}
           */
          due?: "late" | "today" | "week" | "none";
          /**
           * @description Stories with all of these words in the title or note
           * @default
           */
          query?: string;
          /**
           * @description Without assigned people
           * @enum {string}
           */
          open?: "true" | "false";
          /**
           * @description Only stories that are published or withdrawn, or only others
           * @enum {string}
           */
          done?: "true" | "false";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["StoryIdea"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add an idea for a story
       * @description A repeated request with the same Idempotency-Key returns the existing idea. Needs the permission `idea.write`.
       */
      "POST /budget": {
        body: {
          title: string;
          people?: number[];
          due?: string | null;
          length?: number | null;
          /** @enum {string} */
          slot?: "" | "home" | "newsletter";
          /** @description The name or slug of a category; empty for none */
          section?: string;
          note?: string;
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["StoryIdea"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_ideas"
          | "unknown_category"
          | "unknown_person"
          | "unsupported_media_type";
      };
      /**
       * The people whom stories can be assigned to
       * @description Needs the permission `idea.assign`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /budget/people": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          id: number;
          name: string;
        };
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * One story of the budget
       * @description Needs the permission `idea.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /budget/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["StoryIdea"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "story_not_found";
      };
      /**
       * Change a story of the budget; omitted fields keep their value
       * @description With its ETag in If-Match, responds 409 if it has changed since. Title and section of a story with an article are changed in the article. Anyone may take an open story, or give up an own one; assigning others needs `idea.assign`. Needs the permission `idea.write`.
       */
      "PUT /budget/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          title?: string;
          people?: number[];
          due?: string | null;
          length?: number | null;
          /** @enum {string} */
          slot?: "" | "home" | "newsletter";
          /** @description The name or slug of a category; empty for none */
          section?: string;
          note?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["StoryIdea"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "idea_has_article"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "story_not_found"
          | "unknown_category"
          | "unknown_person"
          | "unsupported_media_type";
      };
      /**
       * Delete a story from the budget; its article stays
       * @description Needs the permission `idea.write`.
       */
      "DELETE /budget/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "story_not_found"
          | "unsupported_media_type";
      };
      /**
       * Make the draft of a story; a second request makes none
       * @description By the people that it is assigned to, otherwise by the caller. What is planned is its first note. Needs the permission `idea.write`.
       */
      "POST /budget/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["StoryIdea"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "story_not_found"
          | "unsupported_media_type";
      };
      /**
       * Articles, scheduled updates, newsletter issues and due stories of a period of at most 50 days
       * @description Needs the permission `desk.use`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /calendar": {
        query: {
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
        };
        result: components["schemas"]["Calendar"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * All categories with their article counts; for readers only visible ones
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /categories": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Category"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a category
       * @description A repeated request with the same Idempotency-Key returns the existing category. Needs the permission `category.manage`.
       */
      "POST /categories": {
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          description?: string;
          editor?: string;
          image_url?: string;
          accent?: string;
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["Category"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_copied"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "storage_full"
          | "too_many_names"
          | "unsupported_media_type";
      };
      /**
       * Rename a category; its old slug redirects to it
       * @description With its ETag in If-Match, responds 409 if the category has changed since. Needs the permission `category.manage`.
       */
      "PUT /categories/{slug}": {
        path: {
          /** @description The category's id */
          slug: string;
        };
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          description?: string;
          editor?: string;
          image_url?: string;
          accent?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Category"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "category_not_found"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_copied"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete a category without articles
       * @description Needs the permission `category.manage`.
       */
      "DELETE /categories/{slug}": {
        path: {
          /** @description The category's id */
          slug: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "category_in_use"
          | "category_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * A category's published articles, newest first
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /categories/{slug}": {
        path: {
          /** @description The slug, or the name in lower case */
          slug: string;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors:
          | "category_not_found"
          | "cursor_expired"
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * What a category is about, its editor, and its busiest topics
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /categories/{slug}/section": {
        path: {
          /** @description The slug, or the name in lower case */
          slug: string;
        };
        result: components["schemas"]["CategorySection"];
        /** @enum {string} */
        errors: "category_not_found" | "not_found";
      };
      /**
       * What was published, changed or removed, oldest first
       * @description Send `next_cursor` back as `cursor`, also if there were no results: no change is missed or comes twice. Changes are kept for 30 days; an older cursor is 410. Readers and keys without permission get what readers see; editors also get changes of unpublished documents that they may read. Counts towards 1,200 reads and 240 searches a minute for each client address.
       */
      "GET /changes": {
        query?: {
          /** @description `next_cursor` of the response before */
          cursor?: string;
          /**
           * Format: date-time
           * @description Where to start without a cursor: at most 30 days ago
           */
          since?: string;
          /** @default 50 */
          limit?: number;
        };
        row: components["schemas"]["DocumentChange"];
        result: components["schemas"]["Changes"];
        /** @enum {string} */
        errors: "cursor_expired" | "invalid_key" | "origin_not_allowed" | "second_factor_required" | "session_ended";
      };
      /**
       * Send a message to the editors
       * @description At most 20 requests in 10 minutes for each client address.
       */
      "POST /contact": {
        body: {
          firstName: string;
          lastName: string;
          email: string;
          subject: string;
          message: string;
          /** @description A hidden field. Only machines fill it in. */
          website?: string;
          /** @description Milliseconds from opening the page to sending the form */
          elapsed?: number;
        };
        result: components["schemas"]["SentMessage"];
        /** @enum {string} */
        errors: "invalid_json" | "request_too_large" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Readers' messages, newest first, by words and state; without a state, all except spam
       * @description Needs the permission `message.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /contact": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @enum {string} */
          state?: "new" | "read" | "done" | "spam";
          /** @description Words in the sender's name, address, subject or text */
          query?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["ContactMessage"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The number of unread messages
       * @description Needs the permission `message.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /contact/unread": {
        result: components["schemas"]["UnreadMessages"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Mark a message as new, read, done or spam
       * @description Needs the permission `message.manage`. Not for API keys.
       */
      "PUT /contact/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @enum {string} */
          state: "new" | "read" | "done" | "spam";
        };
        result: components["schemas"]["ContactMessage"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "message_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete a message
       * @description Needs the permission `message.manage`. Not for API keys.
       */
      "DELETE /contact/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "message_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The replies to a message, oldest first
       * @description Needs the permission `message.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /contact/{id}/replies": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["MessageReply"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "message_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Reply to a message by mail, with the message quoted, and mark it as done
       * @description A repeated request with the same Idempotency-Key returns the existing reply. Needs the permission `message.manage`. Not for API keys.
       */
      "POST /contact/{id}/replies": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          text: string;
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["MessageReply"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "message_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * All corrections of articles that readers see, newest first
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /corrections": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Adds related rows to `included` of each row: `article`, as far as the caller may see them */
          include?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["ListedCorrection"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field" | "unknown_include";
      };
      /**
       * What known crawlers fetched in 30 days, by the name that they send
       * @description Names are not verified. Counts are stored every few seconds, without addresses. Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /crawlers": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Crawler"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The demo content: what a removal would take along, or what it has removed
       * @description Needs the permission `system.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /demo": {
        result: components["schemas"]["DemoState"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Remove the unedited demo content; can be undone for 30 days
       * @description Needs the permission `system.manage`. Not for API keys.
       */
      "POST /demo/removal": {
        result: components["schemas"]["DemoState"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "no_demo_content"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Restore the removed demo content
       * @description Needs the permission `system.manage`. Not for API keys.
       */
      "DELETE /demo/removal": {
        result: components["schemas"]["DemoState"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "no_demo_removal"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The exports of the last week, newest first
       * @description Needs the permission `transfer.export`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /exports": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["PublicationExport"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Start an export of the publication as a zip
       * @description It continues after the response, from one state of the database; `GET /exports/:id` has its progress. 409 while one is running. Needs the permission `transfer.export`. Not for API keys.
       */
      "POST /exports": {
        body: {
          /** @enum {string} */
          format: "ghost" | "wordpress" | "markdown" | "jsonl";
          /** @default false */
          include_subscribers?: boolean;
        };
        result: components["schemas"]["PublicationExport"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "export_running"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Download the zip of an export, with a token from `POST /exports/:id/download`
       * @description At most 20 requests in 10 minutes for each client address.
       */
      "POST /exports/downloads": {
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "download_expired"
          | "export_file_missing"
          | "invalid_json"
          | "permission_required"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The progress of an export, what it holds, and what its format can't hold
       * @description Needs the permission `transfer.export`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /exports/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["PublicationExport"];
        /** @enum {string} */
        errors:
          | "export_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Delete an export and its zip, or stop one that is running
       * @description Needs the permission `transfer.export`. Not for API keys.
       */
      "DELETE /exports/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "export_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Allow one download of the zip within a minute, for a browser
       * @description The token is for `POST /exports/downloads`, and ends with the session. Needs the permission `transfer.export`. Not for API keys.
       */
      "POST /exports/{id}/download": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["ExportDownload"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "export_file_missing"
          | "export_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Download the zip of an export, within a week
       * @description Needs the permission `transfer.export`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /exports/{id}/file": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "export_file_missing"
          | "export_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The blocks of the home page, or of all pages of a kind, with their stories
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /fronts/by-place/{kind}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
        };
        result: components["schemas"]["ShownFront"];
        /** @enum {string} */
        errors: "not_found";
      };
      /**
       * The blocks of the page of one category, topic or series, with their stories
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /fronts/by-place/{kind}/{slug}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
          /** @description The last part of the address of the category, topic or series */
          slug: string;
        };
        result: components["schemas"]["ShownFront"];
        /** @enum {string} */
        errors: "front_not_found" | "not_found";
      };
      /**
       * The versions of a front page, the newest first
       * @description Needs the permission `home.arrange`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /fronts/versions": {
        query?: {
          /**
           * @default home
           * @enum {string}
           */
          kind?: "home" | "category" | "topic" | "series";
          slug?: string;
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["FrontVersion"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "front_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * A link to the page as it is with a version, for 30 minutes
       * @description Needs the permission `home.arrange`.
       */
      "POST /fronts/versions/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["FrontPreview"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "front_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "version_not_found";
      };
      /**
       * The lead stories and editor's picks: arranged ones, then the others, newest first
       * @description Needs the permission `home.arrange`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /home/order": {
        result: components["schemas"]["HomeOrder"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Arrange the lead stories and editor's picks; articles that are added get the switch of the list
       * @description Omitted articles are sorted by date again; ended and trashed ones keep their place. To remove an article from a list, clear its switch. With the order's ETag in If-Match, responds 409 if the order has changed since. Needs the permission `home.arrange`.
       */
      "PUT /home/order": {
        body: {
          lead: {
            id: number;
            /** @description When the article leaves the list */
            ends_at?: string | null;
          }[];
          picks: {
            id: number;
            /** @description When the article leaves the list */
            ends_at?: string | null;
          }[];
          /** @description Whether the home page shows each story only once */
          hides_repeats?: boolean;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["HomeOrder"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unknown_article"
          | "unsupported_media_type";
      };
      /**
       * The sections at the end of the home page, one for each category with enough articles
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /home/sections": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["HomeSection"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * Check a file of another system; nothing but the report is stored
       * @description A form with a `file` of at most 2 GiB, or JSON with the `url` of a feed. `kind` is recognized if it is missing. Needs the permission `transfer.import`. Not for API keys.
       */
      "POST /imports": {
        body: {
          /** @description Of a feed, or of a page that names its feed */
          url?: string;
          /** Format: binary */
          file?: string;
          /** @enum {string} */
          kind?:
            | "ghost"
            | "wordpress"
            | "substack"
            | "beehiiv"
            | "medium"
            | "markdown"
            | "feed"
            | "redirects"
            | "subscribers"
            | "jarida";
        };
        /** @constant */
        form: true;
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "file_too_large"
          | "import_running"
          | "invalid_form"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Imports, newest first
       * @description Needs the permission `transfer.import`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /imports": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["ListedImport"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Articles and pages of imports that are not released, which no other list has
       * @description Needs the permission `article.publish`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /imports/texts": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Those of one import
           * @example 12
           */
          import?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["StagedText"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * An import with its report
       * @description Needs the permission `transfer.import`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /imports/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "import_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Delete an import that is not running; what it has stored stays and can no longer be undone
       * @description Needs the permission `transfer.import`. Not for API keys.
       */
      "DELETE /imports/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_found"
          | "import_running"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Stop a check or a start; what is stored already can be undone
       * @description Needs the permission `transfer.import`. Not for API keys.
       */
      "POST /imports/{id}/cancel": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_import_state";
      };
      /**
       * The lines of the report
       * @description Needs the permission `transfer.import`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /imports/{id}/findings": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @enum {string} */
          level?: "info" | "warning" | "error";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["ImportFinding"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "import_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Make everything that is stored public, as one change
       * @description Needs the permission `transfer.import`. Not for API keys.
       */
      "POST /imports/{id}/release": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_found"
          | "import_running"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_import_state";
      };
      /**
       * The report as CSV
       * @description Needs the permission `transfer.import`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /imports/{id}/report.csv": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "import_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Copy the pictures again that could not be copied from other sites
       * @description Needs the permission `transfer.import`. Not for API keys.
       */
      "POST /imports/{id}/retry-pictures": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_found"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Store everything so that only editors see it
       * @description Needs the permission `transfer.import`. Not for API keys.
       */
      "POST /imports/{id}/start": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /**
           * @description To the questions of `mappings`, by file
           * @default {}
           */
          answers?: {
            [key: string]: {
              /** @description The meaning of each column, in order; guessed by default */
              columns?: (
                | "ignore"
                | "email"
                | "name"
                | "first_name"
                | "last_name"
                | "since"
                | "status"
                | "yes"
                | "no"
              )[];
              /** @description The meaning of the states listed in the report */
              statuses?: {
                value: string;
                is_subscribed: boolean;
              }[];
            };
          };
        } | null;
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "csv_unclear"
          | "import_not_found"
          | "import_running"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_import_state";
      };
      /**
       * Remove what the import has brought, except what people have edited since
       * @description Needs the permission `transfer.import`. Not for API keys.
       */
      "POST /imports/{id}/undo": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /**
           * @description Also remove what people have edited since
           * @default false
           */
          include_edited?: boolean;
        } | null;
        result: components["schemas"]["Import"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_found"
          | "import_running"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_import_state";
      };
      /**
       * The sender and the mail server
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /mail": {
        result: components["schemas"]["MailState"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The SPF, DMARC and DKIM records of the sender's domain, looked up now
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /mail/records": {
        query?: {
          selector?: string;
        };
        result: components["schemas"]["MailRecords"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Send a test mail, and return what the mail server replied
       * @description It is sent immediately, and only once, outside of the outbox. With `settings`, they are tested before they are saved. Each account can send 60 test mails per hour to people of the newsroom, and 5 to others. 409 without a mail server. Needs the permission `settings.manage`. Not for API keys.
       */
      "POST /mail/test": {
        body: {
          email: string;
          settings?: {
            /** @description Empty for no mail server */
            host: string;
            port: number;
            /**
             * @description Encrypted from the start (tls), by STARTTLS, or only if the server offers it (optional). A login always needs encryption, except on this machine
             * @enum {string}
             */
            security: "tls" | "starttls" | "optional";
            user: string;
            /** @description Empty for the publication's name */
            from_name: string;
            /** @description Empty for the default address */
            from_email: "" | string;
            /** @description Omitted: as stored */
            smtp_password?: string;
          };
        };
        result: components["schemas"]["TestMailOutcome"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "no_mail_server"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_test_mails"
          | "unsupported_media_type";
      };
      /** The prices of the tracked coins, in a fixed order */
      "GET /market/ticker": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["TickerItem"];
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * The stored pictures, newest first; filter by words, date, use or address
       * @description Needs the permission `picture.upload`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /media": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Words in the name, alternative text, caption, credit or licence; or any address of a picture */
          query?: string;
          /** @description Uploaded on or after this day or time */
          from?: "" | string;
          /** @description Uploaded on or before this day or time */
          to?: "" | string;
          /**
           * @description true: only pictures in use; false: only unused pictures
           * @enum {string}
           */
          used?: "" | "true" | "false";
          /** @description Only pictures with this tag */
          tag?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Picture"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Tag or delete many pictures
       * @description Returns the ids of the changed pictures, and why the others were not changed. Pictures in use are not deleted. Needs the permission `picture.describe`.
       */
      "POST /media/bulk": {
        body: {
          ids: number[];
          change: {
            tags_add?: string[];
            tags_remove?: string[];
            /** @constant */
            delete?: true;
          };
        };
        result: components["schemas"]["PictureBulkAnswer"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_tags"
          | "unsupported_media_type";
      };
      /**
       * The tags of pictures by name, with the number of pictures for each
       * @description Needs the permission `picture.upload`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /media/tags": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["PictureTag"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * A stored picture, with everything that uses it
       * @description Needs the permission `picture.upload`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /media/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["PictureDetail"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_found"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change a picture's texts and focal point
       * @description Needs the permission `picture.describe`.
       */
      "PATCH /media/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          alt?: string;
          caption?: string;
          credit?: string;
          licence?: string;
          focal_x?: null | number;
          focal_y?: null | number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Picture"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_busy"
          | "picture_not_found"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_tags"
          | "unsupported_media_type";
      };
      /**
       * Permanently delete a picture; responds 409 with `used_in` while it is in use
       * @description Needs the permission `picture.manage`.
       */
      "DELETE /media/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_busy"
          | "picture_in_use"
          | "picture_not_found"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Create a rotated and cropped copy of a picture, with the same texts
       * @description Needs the permission `picture.upload`.
       */
      "POST /media/{id}/edit": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          rotate?: 90 | 180 | 270;
          crop?: {
            x: number;
            y: number;
            width: number;
            height: number;
          };
        };
        result: components["schemas"]["Picture"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "file_too_large"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_animated"
          | "picture_not_found"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Replace a picture everywhere it is used; `used_in` lists the places that could not be changed
       * @description Needs the permission `picture.manage`.
       */
      "POST /media/{id}/replace": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          by: number;
        };
        result: components["schemas"]["PictureReplacement"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_busy"
          | "picture_not_found"
          | "request_too_large"
          | "same_picture"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Addresses without issues because servers rejected them, counted by the kind of the last reply
       * @description Needs the permission `subscriber.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/bounces": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["BounceKind"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Resume sending to rejected addresses: all with a kind of reply, or the given subscribers
       * @description Needs the permission `subscriber.manage`. Not for API keys.
       */
      "POST /newsletter/bounces/clear": {
        body: {
          /** @enum {string} */
          kind?: "mailbox" | "sender" | "other";
          ids?: number[];
        };
        result: components["schemas"]["ClearedBounces"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The schedule of the weekly digest
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/digest": {
        result: components["schemas"]["Digest"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the schedule of the weekly digest
       * @description Needs the permission `issue.manage`.
       */
      "PUT /newsletter/digest": {
        body: components["schemas"]["Digest"];
        result: components["schemas"]["Digest"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The issues, newest first, with the outcome of their mails; filter by words of the subject
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Words of the subject */
          query?: string;
          /** @description Adds related rows to `included` of each row: `articles`, as far as the caller may see them */
          include?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ListedIssue"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field"
          | "unknown_include";
      };
      /**
       * Add a draft
       * @description A repeated request with the same Idempotency-Key returns the existing draft. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues": {
        body: {
          subject: string;
          /** @default  */
          preview?: string;
          /**
           * @description Plain text before the body
           * @default
           */
          introduction?: string;
          /**
           * @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">`
           * @default
           */
          body?: string;
          /**
           * @description Articles after the text, except articles within the text
           * @default []
           */
          article_ids?: number[];
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_too_long"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unknown_article"
          | "unsupported_media_type";
      };
      /**
       * A proposal from editor's picks and trending articles
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/best-of-the-week": {
        result: components["schemas"]["IssueProposal"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The number of subscribers who would get an issue now
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/reach": {
        result: components["schemas"]["IssueReach"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * All templates, by name
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/templates": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["Template"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Create a template from a document
       * @description Uses the newest text, including the working copy, without dates, slug, byline and switches. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/templates": {
        body: {
          name: string;
          /** @description The document that the template is created from */
          document: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_templates"
          | "unsupported_media_type";
      };
      /**
       * A template with its fields, for creating a document
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "template_not_found";
      };
      /**
       * Rename a template, or replace its fields with those of a document
       * @description Needs the permission `issue.manage`.
       */
      "PATCH /newsletter/issues/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          name?: string;
          /** @description The document that the template is created from */
          document?: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "template_not_found"
          | "unsupported_media_type";
      };
      /**
       * Delete a template
       * @description Documents created from it do not change. Needs the permission `issue.manage`.
       */
      "DELETE /newsletter/issues/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "template_not_found"
          | "unsupported_media_type";
      };
      /**
       * Move a document to the trash
       * @description Needs the permission `issue.manage`.
       */
      "DELETE /newsletter/issues/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * One issue
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change an issue before it is sent; omitted fields keep their value
       * @description Replaces the working copy: that of a draft is saved with it. With the issue's ETag in If-Match, responds 409 if the issue has changed since. Needs the permission `issue.manage`.
       */
      "PUT /newsletter/issues/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          subject?: string;
          preview?: string;
          /** @description Plain text before the body */
          introduction?: string;
          /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
          body?: string;
          /** @description Articles after the text, except articles within the text */
          article_ids?: number[];
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "house_style"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "issue_too_long"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unknown_article"
          | "unsupported_media_type"
          | "wrong_issue_state";
      };
      /**
       * Approve exactly the text of the ETag in If-Match, including the working copy
       * @description Any later edit needs another approval. The author of the text cannot approve it (403); a chief can override that with a reason, which is recorded. Responds 409 if the text has changed since. Needs the permission `article.approve`. Not for API keys.
       */
      "POST /newsletter/issues/{id}/approvals": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description A chief's reason for an override */
          override_reason?: string;
        } | null;
        /** @constant */
        conditional: true;
        result: components["schemas"]["Review"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "if_match_required"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "own_text"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "sources_missing"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Withdraw your own approvals of a document
       * @description Needs the permission `article.approve`. Not for API keys.
       */
      "DELETE /newsletter/issues/{id}/approvals": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "not_approved"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The review requests of a document, with their answers
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Ask people to review a document, replacing unanswered requests
       * @description Unanswered requests keep their message, without another notification; asking a person again deletes the earlier answer. Requests end when the document or its update is published or scheduled, which notifies those who have not approved it, when it is deleted, and when the person may no longer approve articles. Needs the permission `issue.manage`.
       */
      "PUT /newsletter/issues/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @description An account id */
          person?: number;
          people?: number[];
          message?: string;
        };
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "cannot_ask_yourself"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unknown_person"
          | "unsupported_media_type";
      };
      /**
       * Withdraw unanswered requests
       * @description Needs the permission `issue.manage`.
       */
      "DELETE /newsletter/issues/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "no_review_requested"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Answer a request: approve the text that the ETag in If-Match names, or request changes
       * @description Notifies the requester and the owners. An approval also counts under the two-person rule, unless the caller wrote the text; if the rule requires a second person, it responds 403 then. Needs the permission `article.approve`. Not for API keys.
       */
      "POST /newsletter/issues/{id}/asked/answer": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @enum {string} */
          answer: "approve" | "changes";
          /** @default  */
          message?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "if_match_required"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "not_asked_to_review"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "own_text"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "sources_missing"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The working copy of an issue, which is not sent
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["IssueDraft"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "working_copy_not_found";
      };
      /**
       * Autosave an issue; one person's saves within ten minutes share a version
       * @description Works as for articles: the save changes the working copy, which is sent only after the issue is saved or scheduled; others' saves are merged, and 409 is the response if both changed the same words differently; `retry=1` has the same effect. Needs the permission `issue.manage`.
       */
      "PUT /newsletter/issues/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @enum {string} */
          retry?: "1";
          /** @enum {string} */
          scheduled?: "1";
        };
        body: {
          subject?: string;
          preview?: string;
          /** @description Plain text before the body */
          introduction?: string;
          /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
          body?: string;
          /** @description Articles after the text, except articles within the text */
          article_ids?: number[];
          /** @description Instead of the text: the text with its open suggestions, as responses have it */
          text_with_suggestions?: string;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["IssueDraft"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "issue_too_long"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_your_suggestion"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_suggestions"
          | "unsupported_media_type"
          | "update_scheduled";
      };
      /**
       * Discard the working copy of an issue; it stays in the version history
       * @description Needs the permission `issue.manage`.
       */
      "DELETE /newsletter/issues/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "working_copy_not_found";
      };
      /**
       * Only the HTML part, for a frame
       * @description Counts towards 1,200 reads and 300 pages a minute for each client address.
       */
      "GET /newsletter/issues/{id}/frame": {
        path: {
          /** @example 12 */
          id: number;
        };
        query: {
          key: string;
          /** @enum {string} */
          theme?: "light" | "dark";
        };
        /** @constant */
        other: true;
        /** @enum {string} */
        errors: "issue_not_found" | "not_found" | "preview_not_found";
      };
      /**
       * The notes on a document, oldest first
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/notes": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Write a note on a passage
       * @description `@Name` in the text mentions and notifies a person with access to the document. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/notes": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @default  */
          quote?: string;
          /**
           * @description The id of the suggestion that it is about
           * @default
           */
          suggestion?: string;
          text: string;
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_notes"
          | "unsupported_media_type";
      };
      /**
       * People who can read a document and be mentioned in its notes
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/notes/people": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          id: number;
          name: string;
        };
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Change a note's state or, as its author, its text
       * @description Needs the permission `issue.manage`.
       */
      "PATCH /newsletter/issues/{id}/notes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          text?: string;
          /** @enum {string} */
          state?: "open" | "answered" | "resolved";
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_the_author"
          | "note_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete your own note and its replies
       * @description Needs the permission `issue.manage`.
       */
      "DELETE /newsletter/issues/{id}/notes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_the_author"
          | "note_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Reply to a note
       * @description Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/notes/{n}/replies": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          text: string;
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "note_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_notes"
          | "unsupported_media_type";
      };
      /**
       * How many mails of an issue arrived, who unsubscribed, and the clicks on each link
       * @description Counts without persons. Clicks are counted only in issues that were sent while the setting `counts_clicks` was on, and only while it is on: GET requests of browsers, not HEAD, prefetches or programs that name themselves, such as mail scanners. Opens are not counted. Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/numbers": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["IssueNumbers"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Stop an issue before or during sending
       * @description With the issue's ETag in If-Match, responds 409 if the issue has changed since. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/pause": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "issue_too_long"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_issue_state";
      };
      /**
       * Presence and saves of a document, as a stream of events
       * @description `text/event-stream`. Its client counts as having the document open. An event `presence` comes immediately and whenever people arrive or leave; its data is a list of `{user, name, since, is_me}`. An event `places` comes whenever another person moves; its data is a list of `{user, place}`, where `place` is what that person reported last. An event `saved` comes immediately, and within a second after each save of the document or its working copy, by any user; its data is `{etag}`, which names the stored version as `If-Match` does. An event `suggestions` comes immediately, and whenever edits are suggested, accepted or rejected; its data is `{state}`, a text that differs each time. Needs the permission `issue.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/presence": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "too_many_windows";
      };
      /**
       * Report the caller's position in a document
       * @description Other people with the document open see it. Does nothing unless the caller also has the document open. The position is deleted with the caller's last window. Needs the permission `issue.manage`. Not for API keys. At most 1200 requests in 1 minutes for each client address.
       */
      "PUT /newsletter/issues/{id}/presence": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @description The name of the field */
          field: string;
          /** @description The block of the text; null in other fields */
          block: {
            /** @description The number of blocks before it */
            at: number;
            /** @description The previous block, this block and the next block */
            near: string[];
            /** @description The caret in the block, if it has text */
            caret?: {
              /** @description The number of characters before it */
              head: number;
              /** @description The other end of the selection; equal without one */
              anchor: number;
              /** @description The characters before it */
              near: string;
            };
          } | null;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Create a link to the working copy as a page, valid for seven days
       * @description Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["PreviewLink"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Revoke all preview links of a document
       * @description Needs the permission `issue.manage`.
       */
      "DELETE /newsletter/issues/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The issue as mail
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["IssuePreview"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The outcome of each recipient's mail, newest first; filter by state
       * @description Needs the permission `subscriber.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/recipients": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @enum {string} */
          state?: "queued" | "sending" | "sent" | "failed" | "uncertain" | "held" | "cancelled";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["OutboxMail"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "issue_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Restore a document from the trash
       * @description If its scheduled time has passed, the document is restored as a draft. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/restore": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_in_trash"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Resume a paused issue without its working copy
       * @description With the issue's ETag in If-Match, responds 409 if the issue has changed since. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/resume": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "issue_too_long"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type"
          | "wrong_issue_state";
      };
      /**
       * Whether a document needs a second person's approval, and has it
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/review": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Review"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * An issue's versions, newest first
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/revisions": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Only versions that have a name
           * @enum {string}
           */
          named?: "true";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Revision"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * One version with its content
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/revisions/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        result: components["schemas"]["WholeIssueRevision"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "version_not_found";
      };
      /**
       * Name a version
       * @description Needs the permission `issue.manage`.
       */
      "PATCH /newsletter/issues/{id}/revisions/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          note: string;
        };
        result: components["schemas"]["Revision"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "version_not_found";
      };
      /**
       * Restore a version as the newest; of an issue that is scheduled or paused, in its working copy
       * @description With the issue's ETag in If-Match, responds 409 if the issue has changed since. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/revisions/{n}/restore": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type"
          | "update_scheduled"
          | "version_not_found";
      };
      /**
       * Send the issue with its working copy at a time, or now
       * @description With `at`, an issue that is already scheduled changes only its time. With the issue's ETag in If-Match, responds 409 if the issue has changed since. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/send": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** Format: date-time */
          at?: string;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["Issue"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "house_style"
          | "idempotency_key_in_progress"
          | "incomplete_document"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_empty"
          | "issue_not_found"
          | "issue_started"
          | "issue_too_long"
          | "missing_scope"
          | "no_mail_server"
          | "not_found"
          | "not_logged_in"
          | "nothing_to_publish"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "time_in_past"
          | "unsupported_media_type"
          | "wrong_issue_state";
      };
      /**
       * The size of the mail's HTML part: mail programs cut off the end of large mails
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/size": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["IssueSize"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Where a document is on its way to readers, and what is still open before it is published
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/story": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OpenStory"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The texts of a document with all open suggestions, for the caller to add more
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/suggestion": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OwnSuggestion"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Suggest changes: send the texts of the document as you propose them
       * @description Omitted texts keep their value. Others' published articles can have suggestions too: their texts are then those that readers have, with the caller's own suggestions alone; 400 where the newsroom is changing the same passage. A text without marks becomes suggestions block by block; 409 where a block has suggestions already. With `text_with_suggestions` the caller marks the changes with ids of its own choice (8 to 24 lower-case letters and digits), and may change nothing else (403). Others' changes since the version in If-Match are merged. A save repeated with its Idempotency-Key within 14 days writes nothing. The owners of the document are notified of the first suggestion. Needs the permission `issue.manage`.
       */
      "PUT /newsletter/issues/{id}/suggestion": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          body?: string;
          /** @description Instead of the text: the text with its open suggestions, as responses have it */
          text_with_suggestions?: string;
          subject?: string;
          preview?: string;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["OwnSuggestion"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_your_suggestion"
          | "only_suggestions"
          | "origin_not_allowed"
          | "passage_in_work"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "too_many_suggestions"
          | "unsupported_media_type";
      };
      /**
       * The suggestions for a document, and its text with the open ones
       * @description Needs the permission `issue.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/issues/{id}/suggestions": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Accept suggestions: the caller saves them in the working copy
       * @description With the document's ETag in If-Match, responds 409 if it has changed since. The person is notified when none of theirs is left open. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/suggestions/accept": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "edit_conflict"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Reject suggestions; what the document says does not change
       * @description Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/suggestions/reject": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Withdraw your own suggestions
       * @description Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/suggestions/withdraw": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Send the issue to one address as a test
       * @description Each account can send 60 tests per hour to people of the newsroom, and 5 to others. Needs the permission `issue.manage`.
       */
      "POST /newsletter/issues/{id}/test": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          email: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_test_mails"
          | "unsupported_media_type";
      };
      /**
       * Unsubscribe by one click in a mail client (RFC 8058)
       * @description At most 3000 requests in 10 minutes for each client address.
       */
      "POST /newsletter/one-click": {
        query: {
          token: string;
        };
        result: components["schemas"]["NewsletterAnswer"];
        /** @enum {string} */
        errors: "invalid_link" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Redirect people to the unsubscribe page
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/one-click": {
        query: {
          token: string;
        };
      };
      /**
       * Erase all data about a person
       * @description Needs the permission `personal_data.manage`. Not for API keys.
       */
      "POST /newsletter/people/erase": {
        body: {
          email: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * All stored data about a person
       * @description Needs the permission `personal_data.manage`. Not for API keys.
       */
      "POST /newsletter/people/export": {
        body: {
          email: string;
        };
        result: components["schemas"]["PersonExport"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Subscribe to the newsletter
       * @description At most 20 requests in 10 minutes for each client address.
       */
      "POST /newsletter/subscribe": {
        body: {
          email: string;
          /** @description A hidden field. Only machines fill it in. */
          website?: string;
          /** @description Milliseconds from opening the page to sending the form */
          elapsed?: number;
        };
        result: components["schemas"]["NewsletterAnswer"];
        /** @enum {string} */
        errors: "invalid_json" | "request_too_large" | "storage_full" | "unsupported_media_type";
      };
      /**
       * The subscribers, newest first; filter by address or state. With Accept: text/csv, all of them as a CSV.
       * @description Needs the permission `subscriber.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /newsletter/subscribers": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          query?: string;
          /** @enum {string} */
          status?: "pending" | "active" | "unsubscribed" | "bouncing";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Subscriber"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a subscriber, who gets the welcome mail
       * @description Needs the permission `subscriber.manage`. Not for API keys.
       */
      "POST /newsletter/subscribers": {
        body: {
          email: string;
        };
        result: components["schemas"]["Subscriber"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "subscriber_exists"
          | "unsupported_media_type";
      };
      /**
       * Import the subscribers of a CSV, or report what would happen; a large CSV is imported by a task (202)
       * @description Needs the permission `subscriber.manage`. Not for API keys.
       */
      "POST /newsletter/subscribers/import": {
        body: {
          csv: string;
          /** @default false */
          dry_run?: boolean;
          /** @description The meaning of each column, in order; guessed by default */
          columns?: ("ignore" | "email" | "name" | "first_name" | "last_name" | "since" | "status" | "yes" | "no")[];
          /** @description The meaning of the states listed in the report */
          statuses?: {
            value: string;
            is_subscribed: boolean;
          }[];
        };
        result: components["schemas"]["ImportReport"] | components["schemas"]["Task"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "csv_unclear"
          | "invalid_csv"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Remove a subscriber
       * @description Needs the permission `subscriber.manage`. Not for API keys.
       */
      "DELETE /newsletter/subscribers/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "subscriber_not_found"
          | "unsupported_media_type";
      };
      /**
       * Unsubscribe from the newsletter
       * @description At most 20 requests in 10 minutes for each client address.
       */
      "POST /newsletter/unsubscribe": {
        body: {
          token?: string;
          email?: string;
        };
        result: components["schemas"]["NewsletterAnswer"];
        /** @enum {string} */
        errors: "invalid_json" | "invalid_link" | "request_too_large" | "storage_full" | "unsupported_media_type";
      };
      /**
       * The user's own notifications, newest first
       * @description Without those about documents that the user may not see, or that are in the trash. Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /notifications": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Notification"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Mark all notifications as read, or those up to a time
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "POST /notifications/read": {
        body?: {
          /**
           * Format: date-time
           * @description Marks only notifications up to this time, so that unseen ones stay unread
           */
          until?: string;
        } | null;
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The user's notification settings, in the product and by mail
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /notifications/settings": {
        result: components["schemas"]["NotificationSettings"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the user's notification settings; omitted kinds keep their value
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "PUT /notifications/settings": {
        body: {
          kinds?: {
            [key: string]: {
              in_product?: boolean;
              by_mail?: boolean;
            };
          };
          mail?: {
            /** @enum {string} */
            timing?: "now" | "daily" | "off";
            hour?: number;
          };
        };
        result: components["schemas"]["NotificationSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The number of unread notifications
       * @description Needs the permission `account.own`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /notifications/unread": {
        result: components["schemas"]["UnreadNotifications"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Mark a notification as read
       * @description Needs the permission `account.own`. Not for API keys.
       */
      "POST /notifications/{id}/read": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "notification_not_found"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The mails of the outbox, newest first; filter by state and kind, or by delay
       * @description Needs the permission `subscriber.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /outbox": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @enum {string} */
          state?: "queued" | "sending" | "sent" | "failed" | "uncertain" | "held" | "cancelled";
          /** @enum {string} */
          kind?:
            | "welcome"
            | "confirm"
            | "goodbye"
            | "contact"
            | "reply"
            | "test"
            | "issue"
            | "reset"
            | "invitation"
            | "password"
            | "sign-in"
            | "factors"
            | "email-change"
            | "notification";
          /**
           * @description Only mails that could not be sent yet and will be retried; `last_error` says why
           * @enum {string}
           */
          delayed?: "true";
          /**
           * @description Only mails of the last week that servers rejected because of this site, for example because of its mail server
           * @enum {string}
           */
          rejected?: "true";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["OutboxMail"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Queue a failed or uncertain mail again; an uncertain one may arrive twice
       * @description Needs the permission `subscriber.manage`. Not for API keys.
       */
      "POST /outbox/{id}/send-again": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OutboxMail"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "mail_not_found"
          | "mail_not_resendable"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The top of the dashboard: the caller's day, pending work, scheduled items, and the most read articles
       * @description Needs the permission `desk.use`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /overview": {
        result: components["schemas"]["Overview"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Pages, by title; readers get the public ones
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ListedPage"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a page; a draft by default
       * @description A repeated request with the same Idempotency-Key returns the existing page. Needs the permission `page.manage`.
       */
      "POST /pages": {
        body: {
          title?: string;
          /** @description The page's address, `/{slug}`; derived from the title if empty */
          slug?: string;
          /** @description HTML, sanitised as an article's content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">` */
          content?: string;
          seo_title?: string;
          seo_description?: string;
          /** @description Whether the footer links to it */
          in_menu?: boolean;
          /** @enum {string} */
          status?: "draft" | "published";
          published_date?: string | null;
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["SitePage"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "created_item_deleted"
          | "house_style"
          | "idempotency_key_in_progress"
          | "incomplete_document"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The public page at an address, with its content in parts
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/by-address/{slug}": {
        path: {
          slug: string;
        };
        result: components["schemas"]["PageAtAddress"];
        /** @enum {string} */
        errors: "not_found" | "page_not_found";
      };
      /**
       * Up to three published pages that contain all words of a query
       * @description Counts towards 1,200 reads and 240 searches a minute for each client address.
       */
      "GET /pages/search": {
        query: {
          query: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          title: string;
          path: string;
          description: string;
        };
        /** @enum {string} */
        errors: "cursor_expired" | "unknown_field";
      };
      /**
       * All templates, by name
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/templates": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["Template"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Create a template from a document
       * @description Uses the newest text, including the working copy, without dates, slug, byline and switches. Needs the permission `page.manage`.
       */
      "POST /pages/templates": {
        body: {
          name: string;
          /** @description The document that the template is created from */
          document: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_templates"
          | "unsupported_media_type";
      };
      /**
       * A template with its fields, for creating a document
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "template_not_found";
      };
      /**
       * Rename a template, or replace its fields with those of a document
       * @description Needs the permission `page.manage`.
       */
      "PATCH /pages/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          name?: string;
          /** @description The document that the template is created from */
          document?: number;
        };
        result: components["schemas"]["WholeTemplate"];
        /** @enum {string} */
        errors:
          | "article_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "issue_not_found"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "template_not_found"
          | "unsupported_media_type";
      };
      /**
       * Delete a template
       * @description Documents created from it do not change. Needs the permission `page.manage`.
       */
      "DELETE /pages/templates/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "template_not_found"
          | "unsupported_media_type";
      };
      /**
       * One page; readers get a public one
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["SitePage"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "page_not_found"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Save a page; a former address redirects to the new one
       * @description With the page's ETag in If-Match, responds 409 if the page has changed since. Needs the permission `page.manage`.
       */
      "PUT /pages/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          title?: string;
          /** @description The page's address, `/{slug}`; derived from the title if empty */
          slug?: string;
          /** @description HTML, sanitised as an article's content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">` */
          content?: string;
          seo_title?: string;
          seo_description?: string;
          /** @description Whether the footer links to it */
          in_menu?: boolean;
          /** @enum {string} */
          status?: "draft" | "published";
          published_date?: string | null;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SitePage"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "house_style"
          | "import_not_released"
          | "incomplete_document"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "page_not_found"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Move a document to the trash
       * @description Needs the permission `page.manage`.
       */
      "DELETE /pages/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Approve exactly the text of the ETag in If-Match, including the working copy
       * @description Any later edit needs another approval. The author of the text cannot approve it (403); a chief can override that with a reason, which is recorded. Responds 409 if the text has changed since. Needs the permission `article.approve`. Not for API keys.
       */
      "POST /pages/{id}/approvals": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description A chief's reason for an override */
          override_reason?: string;
        } | null;
        /** @constant */
        conditional: true;
        result: components["schemas"]["Review"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "if_match_required"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "own_text"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "sources_missing"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Withdraw your own approvals of a document
       * @description Needs the permission `article.approve`. Not for API keys.
       */
      "DELETE /pages/{id}/approvals": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "not_approved"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The review requests of a document, with their answers
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Ask people to review a document, replacing unanswered requests
       * @description Unanswered requests keep their message, without another notification; asking a person again deletes the earlier answer. Requests end when the document or its update is published or scheduled, which notifies those who have not approved it, when it is deleted, and when the person may no longer approve articles. Needs the permission `page.manage`.
       */
      "PUT /pages/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @description An account id */
          person?: number;
          people?: number[];
          message?: string;
        };
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "cannot_ask_yourself"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unknown_person"
          | "unsupported_media_type";
      };
      /**
       * Withdraw unanswered requests
       * @description Needs the permission `page.manage`.
       */
      "DELETE /pages/{id}/asked": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "no_review_requested"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Answer a request: approve the text that the ETag in If-Match names, or request changes
       * @description Notifies the requester and the owners. An approval also counts under the two-person rule, unless the caller wrote the text; if the rule requires a second person, it responds 403 then. Needs the permission `article.approve`. Not for API keys.
       */
      "POST /pages/{id}/asked/answer": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @enum {string} */
          answer: "approve" | "changes";
          /** @default  */
          message?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["ReviewRequest"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "if_match_required"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "not_asked_to_review"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "own_text"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "sources_missing"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * A page's working copy, hidden from readers
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["PageWorkingCopy"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "working_copy_not_found";
      };
      /**
       * Save the working copy; omitted fields keep their value
       * @description Works as for articles: merges others' saves and responds 409 if both changed the same words differently; `retry=1` and `scheduled=1` have the same effect. Needs the permission `page.manage`.
       */
      "PUT /pages/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @enum {string} */
          retry?: "1";
          /** @enum {string} */
          scheduled?: "1";
        };
        body: {
          title?: string;
          /** @description The page's address, `/{slug}`; derived from the title if empty */
          slug?: string;
          /** @description HTML, sanitised as an article's content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">` */
          content?: string;
          seo_title?: string;
          seo_description?: string;
          /** @description Whether the footer links to it */
          in_menu?: boolean;
          /** @description Instead of the text: the text with its open suggestions, as responses have it */
          text_with_suggestions?: string;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["PageWorkingCopy"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_your_suggestion"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_suggestions"
          | "unsupported_media_type"
          | "update_scheduled";
      };
      /**
       * Discard the working copy; it stays in the version history
       * @description Needs the permission `page.manage`.
       */
      "DELETE /pages/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "working_copy_not_found";
      };
      /**
       * The notes on a document, oldest first
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/notes": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Write a note on a passage
       * @description `@Name` in the text mentions and notifies a person with access to the document. Needs the permission `page.manage`.
       */
      "POST /pages/{id}/notes": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @default  */
          quote?: string;
          /**
           * @description The id of the suggestion that it is about
           * @default
           */
          suggestion?: string;
          text: string;
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_notes"
          | "unsupported_media_type";
      };
      /**
       * People who can read a document and be mentioned in its notes
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/notes/people": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          id: number;
          name: string;
        };
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Change a note's state or, as its author, its text
       * @description Needs the permission `page.manage`.
       */
      "PATCH /pages/{id}/notes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          text?: string;
          /** @enum {string} */
          state?: "open" | "answered" | "resolved";
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_the_author"
          | "note_not_found"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete your own note and its replies
       * @description Needs the permission `page.manage`.
       */
      "DELETE /pages/{id}/notes/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_the_author"
          | "note_not_found"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Reply to a note
       * @description Needs the permission `page.manage`.
       */
      "POST /pages/{id}/notes/{n}/replies": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          text: string;
        };
        result: components["schemas"]["Note"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "note_not_found"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_notes"
          | "unsupported_media_type";
      };
      /**
       * Presence and saves of a document, as a stream of events
       * @description `text/event-stream`. Its client counts as having the document open. An event `presence` comes immediately and whenever people arrive or leave; its data is a list of `{user, name, since, is_me}`. An event `places` comes whenever another person moves; its data is a list of `{user, place}`, where `place` is what that person reported last. An event `saved` comes immediately, and within a second after each save of the document or its working copy, by any user; its data is `{etag}`, which names the stored version as `If-Match` does. An event `suggestions` comes immediately, and whenever edits are suggested, accepted or rejected; its data is `{state}`, a text that differs each time. Needs the permission `page.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/presence": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "too_many_windows";
      };
      /**
       * Report the caller's position in a document
       * @description Other people with the document open see it. Does nothing unless the caller also has the document open. The position is deleted with the caller's last window. Needs the permission `page.manage`. Not for API keys. At most 1200 requests in 1 minutes for each client address.
       */
      "PUT /pages/{id}/presence": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @description The name of the field */
          field: string;
          /** @description The block of the text; null in other fields */
          block: {
            /** @description The number of blocks before it */
            at: number;
            /** @description The previous block, this block and the next block */
            near: string[];
            /** @description The caret in the block, if it has text */
            caret?: {
              /** @description The number of characters before it */
              head: number;
              /** @description The other end of the selection; equal without one */
              anchor: number;
              /** @description The characters before it */
              near: string;
            };
          } | null;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Create a link to the working copy as a page, valid for seven days
       * @description Needs the permission `page.manage`.
       */
      "POST /pages/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["PreviewLink"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Revoke all preview links of a document
       * @description Needs the permission `page.manage`.
       */
      "DELETE /pages/{id}/preview": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Publish the working copy, or the stored text without one, now or at a time
       * @description With `at`, a scheduled page changes only its time. With the page's ETag in If-Match, responds 409 if the page has changed since. Needs the permission `page.manage`.
       */
      "POST /pages/{id}/publish": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          at?: string | null;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SitePage"];
        /** @enum {string} */
        errors:
          | "approval_required"
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "house_style"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "incomplete_document"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "nothing_to_publish"
          | "origin_not_allowed"
          | "override_required"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "time_in_past"
          | "unsupported_media_type";
      };
      /**
       * Cancel a scheduled update
       * @description Needs the permission `page.manage`.
       */
      "DELETE /pages/{id}/publish": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "nothing_scheduled"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Restore a document from the trash
       * @description If its scheduled time has passed, the document is restored as a draft. Needs the permission `page.manage`.
       */
      "POST /pages/{id}/restore": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_in_trash"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Whether a document needs a second person's approval, and has it
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/review": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Review"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * A page's versions, newest first
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/revisions": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Only versions that have a name
           * @enum {string}
           */
          named?: "true";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Revision"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * One version with its text
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/revisions/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        result: components["schemas"]["WholePageRevision"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "version_not_found";
      };
      /**
       * Name a version
       * @description Needs the permission `page.manage`.
       */
      "PATCH /pages/{id}/revisions/{n}": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        body: {
          note: string;
        };
        result: components["schemas"]["Revision"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "version_not_found";
      };
      /**
       * Restore a version as the newest; of a published or scheduled page, in its working copy
       * @description With the page's ETag in If-Match, responds 409 if the page has changed since. Needs the permission `page.manage`.
       */
      "POST /pages/{id}/revisions/{n}/restore": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          n: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["SitePage"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type"
          | "update_scheduled"
          | "version_not_found";
      };
      /**
       * Where a document is on its way to readers, and what is still open before it is published
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/story": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OpenStory"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * The texts of a document with all open suggestions, for the caller to add more
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/suggestion": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["OwnSuggestion"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Suggest changes: send the texts of the document as you propose them
       * @description Omitted texts keep their value. Others' published articles can have suggestions too: their texts are then those that readers have, with the caller's own suggestions alone; 400 where the newsroom is changing the same passage. A text without marks becomes suggestions block by block; 409 where a block has suggestions already. With `text_with_suggestions` the caller marks the changes with ids of its own choice (8 to 24 lower-case letters and digits), and may change nothing else (403). Others' changes since the version in If-Match are merged. A save repeated with its Idempotency-Key within 14 days writes nothing. The owners of the document are notified of the first suggestion. Needs the permission `page.manage`.
       */
      "PUT /pages/{id}/suggestion": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          content?: string;
          /** @description Instead of the text: the text with its open suggestions, as responses have it */
          text_with_suggestions?: string;
          title?: string;
        };
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["OwnSuggestion"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "content_too_complex"
          | "content_too_large"
          | "edit_conflict"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "not_your_suggestion"
          | "only_suggestions"
          | "origin_not_allowed"
          | "page_not_found"
          | "passage_in_work"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "too_many_suggestions"
          | "unsupported_media_type";
      };
      /**
       * The suggestions for a document, and its text with the open ones
       * @description Needs the permission `page.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /pages/{id}/suggestions": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Accept suggestions: the caller saves them in the working copy
       * @description With the document's ETag in If-Match, responds 409 if it has changed since. The person is notified when none of theirs is left open. Needs the permission `page.manage`.
       */
      "POST /pages/{id}/suggestions/accept": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "edit_conflict"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Reject suggestions; what the document says does not change
       * @description Needs the permission `page.manage`.
       */
      "POST /pages/{id}/suggestions/reject": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "issue_started"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Withdraw your own suggestions
       * @description Needs the permission `page.manage`.
       */
      "POST /pages/{id}/suggestions/withdraw": {
        path: {
          /** @example 12 */
          id: number;
        };
        body?: {
          /** @description Their ids; by default all */
          suggestions?: string[];
          /** @description Only those of this account */
          person?: number;
        } | null;
        /** @constant */
        conditional: true;
        /** @constant */
        keyed: true;
        result: components["schemas"]["SuggestionList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "import_not_released"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "page_not_found"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "suggestions_closed"
          | "suggestions_settled"
          | "unsupported_media_type";
      };
      /**
       * Make a page a draft again and cancel its schedule
       * @description With the page's ETag in If-Match, responds 409 if the page has changed since. Needs the permission `page.manage`.
       */
      "POST /pages/{id}/unpublish": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["SitePage"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "import_not_released"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "override_required"
          | "page_not_found"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /** The texts of the newsroom's own pages */
      "GET /publication": {
        result: {
          home: {
            title: string;
            description: string;
          };
          contact: {
            intro: string;
            office: string;
            hours: {
              days: string;
              time: string;
            }[];
          };
          about: {
            description: string;
            title: string;
            intro: string;
            mission: string[];
            coverage: {
              name: string;
              slug: string;
              text: string;
            }[];
            team: {
              name: string;
              text: string;
            }[];
            place: string;
            why: {
              name: string;
              text: string;
            }[];
          };
          advertise: {
            description: string;
            title: string;
            intro: string;
            stats: {
              figure: string;
              label: string;
            }[];
            packages: {
              name: string;
              price: string;
              per: string;
              text: string;
              features: string[];
            }[];
            reasons: {
              name: string;
              text: string;
            }[];
            closing: string;
          };
        };
      };
      /**
       * The versions of one day in UTC, in the order of the day's head
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /record/{day}": {
        path: {
          /**
           * @description A day in UTC
           * @example 2026-11-23
           */
          day: string;
        };
        query?: {
          /** @default 1000 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["DayVersion"];
        /** @enum {string} */
        errors: "cursor_expired" | "day_not_found" | "not_found" | "unknown_field";
      };
      /**
       * Redirects, the newest first
       * @description Needs the permission `redirect.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /redirects": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description A part of either address */
          query?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Redirect"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a redirect
       * @description A chain becomes one step. 400 for a loop, 409 for an address that already has a redirect. Needs the permission `redirect.manage`.
       */
      "POST /redirects": {
        body: {
          from: string;
          /** @default  */
          to?: string;
          /** @default 301 */
          code?: 301 | 302 | 410 | 451;
          /** @default  */
          reason?: string;
        };
        result: components["schemas"]["Redirect"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "invalid_redirect"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "redirect_taken"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Import redirects from a CSV, the WordPress plugin Redirection, `_redirects`, or Ghost (JSON, YAML)
       * @description Needs the permission `redirect.manage`.
       */
      "POST /redirects/import": {
        body: {
          text: string;
          /**
           * @description `csv` (also of the WordPress plugin Redirection), `netlify` (`_redirects`), or `ghost`; found if left out
           * @enum {string}
           */
          format?: "csv" | "netlify" | "ghost";
          /**
           * @description Only report what would happen
           * @default false
           */
          dry_run?: boolean;
        };
        result: components["schemas"]["RedirectImport"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_csv"
          | "invalid_json"
          | "invalid_key"
          | "invalid_redirect"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Addresses that readers did not find, the most requested first
       * @description Needs the permission `redirect.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /redirects/missing": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["MissingPage"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Remove an address from that list
       * @description Needs the permission `redirect.manage`.
       */
      "DELETE /redirects/missing/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "redirect_not_found"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Change a redirect; omitted fields keep their value
       * @description With its ETag in If-Match, responds 409 if it has changed since. Needs the permission `redirect.manage`.
       */
      "PUT /redirects/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          from?: string;
          to?: string;
          code?: 301 | 302 | 410 | 451;
          reason?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Redirect"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "invalid_redirect"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "redirect_not_found"
          | "redirect_taken"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete a redirect
       * @description Needs the permission `redirect.manage`.
       */
      "DELETE /redirects/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "redirect_not_found"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Request copies of pictures and link cards from other hosts, and their state; saves request them automatically
       * @description Items of kind `link` are asked for whether their page exists, in the background and at most once a week; a host that does not say so, or does not respond, counts as `done`. Needs the permission `article.write`.
       */
      "POST /remote": {
        body: {
          items: {
            /** @enum {string} */
            kind: "picture" | "card" | "link";
            address: string;
          }[];
          retry?: boolean;
        };
        row: components["schemas"]["RemoteState"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The other people who may approve, by name
       * @description Needs the permission `article.write`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /reviewers": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: {
          id: number;
          name: string;
        };
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Series by name; for readers those with published articles
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /series": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Series whose name contains it, ignoring case and accents
           * @default
           */
          query?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Series"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a series
       * @description A repeated request with the same Idempotency-Key returns the existing series. Needs the permission `series.manage`.
       */
      "POST /series": {
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          description?: string;
          image_url?: string;
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["Series"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * One series
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /series/{slug}": {
        path: {
          /** @description A series' slug, a former one, or its id */
          slug: string;
        };
        result: components["schemas"]["Series"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "series_not_found"
          | "session_ended";
      };
      /**
       * Change a series; a former slug redirects
       * @description With its ETag in If-Match, responds 409 if the series has changed since. Needs the permission `series.manage`.
       */
      "PUT /series/{slug}": {
        path: {
          /** @description A series' slug, a former one, or its id */
          slug: string;
        };
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          description?: string;
          image_url?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Series"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_copied"
          | "request_too_large"
          | "second_factor_required"
          | "series_not_found"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete a series; its articles stay
       * @description Needs the permission `series.manage`.
       */
      "DELETE /series/{slug}": {
        path: {
          /** @description A series' slug, a former one, or its id */
          slug: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "series_not_found"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * A series' published articles, in its order
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /series/{slug}/articles": {
        path: {
          /** @description A series' slug, a former one, or its id */
          slug: string;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "series_not_found"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * All articles of a series in its order, drafts included
       * @description Needs the permission `series.manage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /series/{slug}/order": {
        path: {
          /** @description A series' slug, a former one, or its id */
          slug: string;
        };
        result: components["schemas"]["SeriesOrder"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "series_not_found"
          | "session_ended";
      };
      /**
       * Replace the articles of a series and their order; an article leaves its former series
       * @description With the order's ETag in If-Match, responds 409 if the order has changed since. Needs the permission `series.manage`.
       */
      "PUT /series/{slug}/order": {
        path: {
          /** @description A series' slug, a former one, or its id */
          slug: string;
        };
        body: {
          articles: number[];
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["SeriesOrder"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "series_full"
          | "series_not_found"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unknown_article"
          | "unsupported_media_type";
      };
      /**
       * The format of the site's addresses
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/addresses": {
        result: components["schemas"]["AddressSettings"];
      };
      /**
       * Change the format of the site's addresses
       * @description Addresses in the other format redirect, and feeds keep their ids. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/addresses": {
        body: {
          /** @enum {string} */
          article: "id" | "id-slug";
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["AddressSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Whether readers see a placeholder in empty slots
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/ads": {
        result: components["schemas"]["AdSettings"];
      };
      /**
       * Show or hide empty slots on all pages
       * @description With the ETag of the settings in If-Match, responds 409 if they have changed since. Needs the permission `ad.manage`.
       */
      "PUT /settings/ads": {
        body: {
          shows_empty_slots?: boolean;
          shows_one_slot?: boolean;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["AdSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * How the site looks
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/appearance": {
        result: components["schemas"]["Appearance"];
      };
      /**
       * Change how the site looks; omitted fields keep their value
       * @description 400 for an accent with a contrast under 4.5:1, a text colour under 7:1, or a dark background, with the nearest colour that passes. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/appearance": {
        body: {
          accent?: string;
          paper?: string;
          ink?: string;
          /** @enum {string} */
          corners?: "square" | "soft" | "round";
          /** @enum {string} */
          fonts?: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish" | "own";
          /** @enum {string} */
          base_fonts?: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish";
          /** @enum {string} */
          headline_size?: "small" | "medium" | "large";
          /** @enum {string} */
          home_layout?: "featured" | "latest";
          logo?: string;
          logo_dark?: string;
          icon?: string;
          social_card?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Appearance"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_copied"
          | "picture_not_found"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * A link to the site with a look, settings (`site`), menus and words that are not saved
       * @description For 30 minutes. Omitted fields have their saved value. Coins, preview length and feeds are always as saved. `page` in its query is `home` or `article`, `theme` is `light` or `dark`. Needs the permission `settings.manage`. Not for API keys.
       */
      "POST /settings/appearance/preview": {
        body: {
          accent?: string;
          paper?: string;
          ink?: string;
          /** @enum {string} */
          corners?: "square" | "soft" | "round";
          /** @enum {string} */
          fonts?: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish" | "own";
          /** @enum {string} */
          base_fonts?: "classic" | "modern" | "plain" | "literary" | "warm" | "slab" | "narrow" | "bookish";
          /** @enum {string} */
          headline_size?: "small" | "medium" | "large";
          /** @enum {string} */
          home_layout?: "featured" | "latest";
          logo?: string;
          logo_dark?: string;
          icon?: string;
          social_card?: string;
          site?: {
            name?: string;
            tagline?: string;
            language?: string;
            contact_email?: string;
            newsletter_text?: string;
            footer_text?: string;
            social?: {
              label: string;
              url: string;
            }[];
            ticker?: {
              is_on?: boolean;
              symbols?: string[];
            };
            preview_length?: number;
            /** @enum {string} */
            feed_text?: "full" | "teaser";
          };
          menus?: {
            header?:
              | {
                  label: string;
                  /** @default  */
                  url?: string;
                  /** @default [] */
                  items?: {
                    label: string;
                    url: string;
                  }[];
                }[]
              | null;
            footer?:
              | {
                  label: string;
                  /** @default  */
                  url?: string;
                  /** @default [] */
                  items?: {
                    label: string;
                    url: string;
                  }[];
                }[]
              | null;
          };
          words?: {
            language: string;
            words: {
              [key: string]:
                | string
                | {
                    [key: string]: string;
                  };
            };
          };
        };
        result: components["schemas"]["AppearancePreview"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The retention period of the audit log
       * @description Needs the permission `audit.read`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/audit": {
        result: components["schemas"]["AuditSettings"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the retention period of the audit log
       * @description With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/audit": {
        body: {
          retention_days: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["AuditSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Whether and when backups are made every night, and how many are kept
       * @description Needs the permission `system.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/backups": {
        result: components["schemas"]["BackupSettings"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the settings of backups; omitted fields keep their value
       * @description With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `system.manage`. Not for API keys.
       */
      "PUT /settings/backups": {
        body: {
          nightly?: boolean | ("true" | "false");
          hour?: number;
          kept?: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["BackupSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * What crawlers may fetch articles for: search, answers by AI, training of AI
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/crawlers": {
        result: components["schemas"]["CrawlerPolicy"];
      };
      /**
       * Change what crawlers may fetch articles for; omitted fields keep their value
       * @description Becomes robots.txt, Content-Signal, license.xml and llms.txt. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/crawlers": {
        body: {
          /** @enum {string} */
          search?: "allow" | "deny";
          /** @enum {string} */
          ai_answers?: "allow" | "deny";
          /** @enum {string} */
          ai_training?: "allow" | "deny";
          allowed?: (
            | "Googlebot"
            | "bingbot"
            | "Applebot"
            | "DuckDuckBot"
            | "YandexBot"
            | "Baiduspider"
            | "OAI-SearchBot"
            | "ChatGPT-User"
            | "Claude-SearchBot"
            | "Claude-User"
            | "PerplexityBot"
            | "Perplexity-User"
            | "DuckAssistBot"
            | "MistralAI-User"
            | "meta-externalfetcher"
            | "GPTBot"
            | "ClaudeBot"
            | "Google-Extended"
            | "Applebot-Extended"
            | "meta-externalagent"
            | "Amazonbot"
            | "Bytespider"
            | "CCBot"
          )[];
          denied?: (
            | "Googlebot"
            | "bingbot"
            | "Applebot"
            | "DuckDuckBot"
            | "YandexBot"
            | "Baiduspider"
            | "OAI-SearchBot"
            | "ChatGPT-User"
            | "Claude-SearchBot"
            | "Claude-User"
            | "PerplexityBot"
            | "Perplexity-User"
            | "DuckAssistBot"
            | "MistralAI-User"
            | "meta-externalfetcher"
            | "GPTBot"
            | "ClaudeBot"
            | "Google-Extended"
            | "Applebot-Extended"
            | "meta-externalagent"
            | "Amazonbot"
            | "Bytespider"
            | "CCBot"
          )[];
          blocks_denied?: boolean | ("true" | "false");
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["CrawlerPolicy"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The front pages with arrangements of their own
       * @description Needs the permission `home.arrange`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/fronts": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["ListedFront"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The newest arrangement of the home page, or of all pages of a kind
       * @description Needs the permission `home.arrange`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/fronts/{kind}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
        };
        result: components["schemas"]["Front"];
        /** @enum {string} */
        errors:
          | "front_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Arrange the home page, or all pages of a kind: as a draft, now, or at a time
       * @description Without `status`, a draft stays a draft, and what is published takes effect immediately. `publish_at` publishes it at a time. With the ETag in If-Match, responds 409 if it has changed since. Needs the permission `home.arrange`.
       */
      "PUT /settings/fronts/{kind}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
        };
        body: {
          blocks?: {
            /** @enum {string} */
            kind:
              | "top"
              | "lead"
              | "seconds"
              | "cards"
              | "list"
              | "lines"
              | "opinion"
              | "series"
              | "topic"
              | "category"
              | "most_read"
              | "sections"
              | "categories"
              | "newsletter"
              | "text"
              | "announcement"
              | "ad"
              | "coins"
              | "stories";
            source?:
              | (
                  | (
                      | "newest"
                      | "most_read"
                      | "featured"
                      | "picks"
                      | "place"
                      | "category"
                      | "topic"
                      | "series"
                      | "author"
                      | "genre"
                      | "hand"
                    )
                  | (
                      | {
                          /** @constant */
                          by: "hand";
                          ids: number[];
                        }
                      | {
                          /** @enum {string} */
                          by: "category" | "topic" | "series" | "author";
                          /** @description The last part of its address */
                          slug: string;
                        }
                      | {
                          /** @constant */
                          by: "genre";
                          /** @enum {string} */
                          genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
                        }
                      | {
                          /** @enum {string} */
                          by: "newest" | "most_read" | "featured" | "picks" | "place";
                        }
                    )
                )
              | null;
            count?: number;
            /** @enum {string} */
            form?:
              | "carousel"
              | "next_to"
              | "above"
              | "text"
              | "pictures"
              | "two"
              | "three"
              | "four"
              | "plain"
              | "times"
              | "numbered"
              | "portraits"
              | "package"
              | "box"
              | "boxes"
              | "bar"
              | "leaderboard"
              | "rectangle"
              | "sidebar"
              | "row"
              | "pages";
            heading?: string;
            /** @enum {string} */
            place?: "wide" | "main" | "side";
            text?: string;
            image_url?: string;
            link?: string;
          }[];
          one_place_per_story?: boolean;
          /** @enum {string} */
          status?: "draft" | "published";
          publish_at?: string | null;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Front"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "front_not_found"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_found"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "time_in_past"
          | "unsupported_media_type";
      };
      /**
       * Return to the arrangement that pages have by themselves; the former one stays among the versions
       * @description Needs the permission `home.arrange`.
       */
      "DELETE /settings/fronts/{kind}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
        };
        /** @constant */
        conditional: true;
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "front_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The newest arrangement of the page of one category, topic or series
       * @description Needs the permission `home.arrange`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/fronts/{kind}/{slug}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
          /** @description The last part of the address of the category, topic or series */
          slug: string;
        };
        result: components["schemas"]["Front"];
        /** @enum {string} */
        errors:
          | "front_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Arrange the page of one category, topic or series
       * @description Without `status`, a draft stays a draft, and what is published takes effect immediately. `publish_at` publishes it at a time. With the ETag in If-Match, responds 409 if it has changed since. Needs the permission `home.arrange`.
       */
      "PUT /settings/fronts/{kind}/{slug}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
          /** @description The last part of the address of the category, topic or series */
          slug: string;
        };
        body: {
          blocks?: {
            /** @enum {string} */
            kind:
              | "top"
              | "lead"
              | "seconds"
              | "cards"
              | "list"
              | "lines"
              | "opinion"
              | "series"
              | "topic"
              | "category"
              | "most_read"
              | "sections"
              | "categories"
              | "newsletter"
              | "text"
              | "announcement"
              | "ad"
              | "coins"
              | "stories";
            source?:
              | (
                  | (
                      | "newest"
                      | "most_read"
                      | "featured"
                      | "picks"
                      | "place"
                      | "category"
                      | "topic"
                      | "series"
                      | "author"
                      | "genre"
                      | "hand"
                    )
                  | (
                      | {
                          /** @constant */
                          by: "hand";
                          ids: number[];
                        }
                      | {
                          /** @enum {string} */
                          by: "category" | "topic" | "series" | "author";
                          /** @description The last part of its address */
                          slug: string;
                        }
                      | {
                          /** @constant */
                          by: "genre";
                          /** @enum {string} */
                          genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
                        }
                      | {
                          /** @enum {string} */
                          by: "newest" | "most_read" | "featured" | "picks" | "place";
                        }
                    )
                )
              | null;
            count?: number;
            /** @enum {string} */
            form?:
              | "carousel"
              | "next_to"
              | "above"
              | "text"
              | "pictures"
              | "two"
              | "three"
              | "four"
              | "plain"
              | "times"
              | "numbered"
              | "portraits"
              | "package"
              | "box"
              | "boxes"
              | "bar"
              | "leaderboard"
              | "rectangle"
              | "sidebar"
              | "row"
              | "pages";
            heading?: string;
            /** @enum {string} */
            place?: "wide" | "main" | "side";
            text?: string;
            image_url?: string;
            link?: string;
          }[];
          one_place_per_story?: boolean;
          /** @enum {string} */
          status?: "draft" | "published";
          publish_at?: string | null;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Front"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "front_not_found"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_found"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "time_in_past"
          | "unsupported_media_type";
      };
      /**
       * Let the page of one category, topic or series follow that of its kind again
       * @description Needs the permission `home.arrange`.
       */
      "DELETE /settings/fronts/{kind}/{slug}": {
        path: {
          /** @enum {string} */
          kind: "home" | "category" | "topic" | "series";
          /** @description The last part of the address of the category, topic or series */
          slug: string;
        };
        /** @constant */
        conditional: true;
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "front_not_found"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The house style: words to avoid, length of titles, texts of pictures
       * @description Needs the permission `desk.use`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/house-style": {
        result: components["schemas"]["HouseStyle"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the house style; omitted fields keep their value
       * @description What is required applies to every publication from then on; public articles stay. With its ETag in If-Match, responds 409 if it has changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/house-style": {
        body: {
          /** @enum {string} */
          typographic_quotes?: "typographic" | "as_typed";
          title_from?: number;
          title_to?: number;
          /** @enum {string} */
          alt?: "off" | "hint" | "required";
          /** @enum {string} */
          caption?: "off" | "hint" | "required";
          /** @enum {string} */
          credit?: "off" | "hint" | "required";
          words?: {
            avoid: string;
            /** @default  */
            replacement?: string;
            /** @default  */
            reason?: string;
            language?: string;
          }[];
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["HouseStyle"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The mail server and the sender of the settings, without the password
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/mail": {
        result: components["schemas"]["MailSettings"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the mail server and the sender
       * @description Needs the account's password, unless the user logged in within the last 15 minutes. All servers use the new mail server for the next mail. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/mail": {
        body: {
          /** @description Empty for no mail server */
          host: string;
          port: number;
          /**
           * @description Encrypted from the start (tls), by STARTTLS, or only if the server offers it (optional). A login always needs encryption, except on this machine
           * @enum {string}
           */
          security: "tls" | "starttls" | "optional";
          user: string;
          /** @description Empty for the publication's name */
          from_name: string;
          /** @description Empty for the default address */
          from_email: "" | string;
          /** @description Omitted: as stored */
          smtp_password?: string;
          /** @description That of the account; required if it logged in long ago */
          password?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["MailSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * The header's menu and the footer's columns
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/menus": {
        result: components["schemas"]["Menus"];
      };
      /**
       * Change the menus; omitted ones keep their value, null or an empty list resets one
       * @description Readers see it on the next page view. A menu that equals its default follows new categories and pages. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/menus": {
        body: {
          header?:
            | {
                label: string;
                /** @default  */
                url?: string;
                /** @default [] */
                items?: {
                  label: string;
                  url: string;
                }[];
              }[]
            | null;
          footer?:
            | {
                label: string;
                /** @default  */
                url?: string;
                /** @default [] */
                items?: {
                  label: string;
                  url: string;
                }[];
              }[]
            | null;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Menus"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * What is counted of newsletters
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/newsletter": {
        result: components["schemas"]["NewsletterSettings"];
      };
      /**
       * Change what is counted of newsletters
       * @description While `counts_clicks` is on, links of new issues lead through this site, and the privacy page says so. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/newsletter": {
        body: {
          counts_clicks: boolean | ("true" | "false");
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["NewsletterSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The newsroom's time zone and postal address
       * @description Needs the permission `desk.use`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/newsroom": {
        result: components["schemas"]["Newsroom"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the newsroom's settings; omitted fields keep their value
       * @description With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/newsroom": {
        body: {
          time_zone?: string;
          postal_address?: string;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Newsroom"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The retention periods of personal data, in days
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/retention": {
        result: components["schemas"]["Retention"];
      };
      /**
       * Change the retention periods of personal data; omitted periods keep their value
       * @description With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/retention": {
        body: {
          messages?: number;
          unconfirmed?: number;
          unsubscribed?: number;
          mails?: number;
          bounces?: number;
          audit?: number;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Retention"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The two-person rule: which documents need the approval of a second person
       * @description Needs the permission `desk.use`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/review": {
        result: components["schemas"]["ReviewSettings"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change the two-person rule; omitted fields keep their value
       * @description With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/review": {
        body: {
          enabled?: boolean;
          words?: string[];
          categories?: string[];
          also?: ("issue" | "page")[];
        };
        /** @constant */
        conditional: true;
        result: {
          enabled: boolean;
          /** @description Matched regardless of case and accents, and at the start of longer words */
          words: string[];
          /** @description The names of categories */
          categories: string[];
          /** @description Types of documents that it covers besides articles */
          also: ("issue" | "page")[];
          /** @description Unapproved scheduled documents that the rule now covers: articles are ready and unscheduled, issues paused */
          held: {
            /** @enum {string} */
            type: "article" | "issue" | "page";
            id: number;
            title: string;
          }[];
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unknown_category"
          | "unsupported_media_type";
      };
      /**
       * The roles that need a second factor
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/second-factor": {
        result: components["schemas"]["SecondFactorRequirement"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Set the roles that need a second factor, from the next request of each session
       * @description Users without a second factor can then only set one up. With their ETag in If-Match, responds 409 if they have changed since, or if the caller would be locked out. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/second-factor": {
        body: {
          roles: ("chief" | "editor" | "writer" | "contributor")[];
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["SecondFactorRequirement"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "own_second_factor_missing"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The publication's name, texts, contact address, social links and ticker
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/site": {
        result: components["schemas"]["SiteSettings"];
      };
      /**
       * Change what the publication says about itself; omitted fields keep their value
       * @description Readers see it on the next page view. Fields that were never changed follow the operator's variables. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/site": {
        body: {
          name?: string;
          tagline?: string;
          language?: string;
          contact_email?: string;
          newsletter_text?: string;
          footer_text?: string;
          social?: {
            label: string;
            url: string;
          }[];
          ticker?: {
            is_on?: boolean;
            symbols?: string[];
          };
          preview_length?: number;
          /** @enum {string} */
          feed_text?: "full" | "teaser";
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["SiteSettings"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * The uploaded typefaces, oldest first
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/typefaces": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Typeface"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Upload a typeface for headlines or long texts: TTF, OTF, WOFF or WOFF2, up to 5 MB
       * @description `licence` says why it may be used on the web; `is_licensed` must be `true`. Weight and style are read from the file. Headlines have one typeface; text has a regular and a bold one, each upright and italic. Pages show it once `fonts` of `settings/appearance/` is `own`. Needs the permission `settings.manage`. Not for API keys.
       */
      "POST /settings/typefaces": {
        /** @constant */
        form: true;
        result: components["schemas"]["Typeface"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "file_too_large"
          | "invalid_form"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_typefaces"
          | "typeface_incomplete"
          | "typeface_restricted"
          | "typeface_taken"
          | "typeface_unreadable"
          | "unsupported_media_type";
      };
      /**
       * Remove an uploaded typeface
       * @description Without another one that pages can show, the site returns to the pairing `base_fonts`. Needs the permission `settings.manage`. Not for API keys.
       */
      "DELETE /settings/typefaces/{key}": {
        path: {
          key: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "typeface_not_found"
          | "unsupported_media_type";
      };
      /**
       * The languages of the readers' interface
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/words": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["InterfaceLanguage"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The newsroom's words of the interface in a language
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/words/{language}": {
        path: {
          language: string;
        };
        result: components["schemas"]["InterfaceWords"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "language_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Change words of the interface in a language; omitted ones keep their text
       * @description A text that is null, empty or the default resets its word. Names in braces must stay. Adds the language if it is new. `language` and `direction`, if given, must match it. With their ETag in If-Match, responds 409 if they have changed since. Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /settings/words/{language}": {
        path: {
          language: string;
        };
        body: {
          language?: string;
          /** @enum {string} */
          direction?: "ltr" | "rtl";
          words: {
            [key: string]: unknown;
          };
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["InterfaceWords"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "too_many_languages"
          | "unsupported_media_type";
      };
      /**
       * Remove a language that does not come with the program, or reset all words of one that does
       * @description Needs the permission `settings.manage`. Not for API keys.
       */
      "DELETE /settings/words/{language}": {
        path: {
          language: string;
        };
        /** @constant */
        conditional: true;
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "language_in_use"
          | "language_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * All messages of the interface with their default texts in a language
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /settings/words/{language}/messages": {
        path: {
          language: string;
        };
        result: {
          messages: components["schemas"]["InterfaceMessage"][];
        };
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "language_not_found"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Set up a new publication with the link of its first start, and log in
       * @description Replaces the name, email and password of the first account. The link works once. Omitted settings of the publication have their defaults. At most 60 requests in 10 minutes for each client address.
       */
      "POST /setup": {
        body: {
          token: string;
          name: string;
          email: string;
          password: string;
          /** @description The name of the publication */
          site_name?: string;
          /**
           * @description The language of the site's own texts
           * @enum {string}
           */
          language?: "en" | "sw" | "ar";
          /** @description What the publication is about; may be empty */
          tagline?: string;
          /** @description Where readers write to, which they see; by default the chief's address */
          contact_email?: string;
          /** @description As in `PUT /settings/appearance` */
          accent?: string;
          time_zone: string;
          /** @default true */
          keeps_demo?: boolean;
        };
        result: components["schemas"]["TokenPair"];
        /** @enum {string} */
        errors:
          | "email_taken"
          | "invalid_json"
          | "invalid_link"
          | "name_taken"
          | "not_found"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type"
          | "weak_password";
      };
      /**
       * Whether a setup link is valid, and the first values of its screen
       * @description The first start prints the link. 400 for another link, and 404 once the link was used or has expired. At most 60 requests in 10 minutes for each client address.
       */
      "POST /setup/check": {
        body: {
          token: string;
        };
        result: components["schemas"]["SetupState"];
        /** @enum {string} */
        errors:
          | "invalid_json"
          | "invalid_link"
          | "not_found"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Feeds of other publishers, with the result of the last attempt to fetch each
       * @description Needs the permission `wire.triage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /sources": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["WireSource"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a feed by its address or that of its site, or all feeds of an OPML list
       * @description A feed is fetched once before it is stored. 400 for an address without a feed, or on a private network. Needs the permission `wire.manage`.
       */
      "POST /sources": {
        body: {
          /** @description A feed, a page that names one, or an OPML list */
          url?: string;
          /** @description The text of an OPML list */
          opml?: string;
        };
        result: components["schemas"]["AddedWireSources"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "feed_unreadable"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "source_exists"
          | "storage_full"
          | "too_many_sources"
          | "unsupported_media_type";
      };
      /**
       * One source
       * @description Needs the permission `wire.triage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /sources/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WireSource"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "source_not_found";
      };
      /**
       * Change a source; omitted fields keep their value
       * @description With its ETag in If-Match, responds 409 if it has changed since. Needs the permission `wire.manage`.
       */
      "PUT /sources/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          url?: string;
          title?: string;
          /** @description The name of a category; empty for the oldest one */
          category?: string;
          is_active?: boolean;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["WireSource"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "feed_unreadable"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "source_exists"
          | "source_not_found"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete a source with its items; drafts stay
       * @description Needs the permission `wire.manage`.
       */
      "DELETE /sources/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "source_not_found"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Fetch a source now; the response says how it went
       * @description Needs the permission `wire.manage`. At most 60 requests in 1 minutes for each client address.
       */
      "POST /sources/{id}/poll": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WireSource"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "source_not_found"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Version, database, disk, background tasks and backups
       * @description Needs the permission `system.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /system": {
        result: components["schemas"]["SystemState"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Start a backup, into a new folder of DATA_DIR/backups
       * @description It continues after the response; `GET /system` has its state. 409 while a backup is running. Needs the permission `system.manage`. Not for API keys.
       */
      "POST /system/backups": {
        result: components["schemas"]["SystemState"];
        /** @enum {string} */
        errors:
          | "backup_running"
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Allow one download of a backup within a minute
       * @description Needs the user's password, also shortly after logging in; a user of single sign-on can log in again instead. The token ends with the session. Needs the permission `system.manage`. Not for API keys.
       */
      "POST /system/backups/{name}/download": {
        path: {
          name: string;
        };
        body?: {
          password?: string;
        } | null;
        result: components["schemas"]["BackupDownload"];
        /** @enum {string} */
        errors:
          | "backup_not_found"
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "password_required"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_password";
      };
      /**
       * Report a screen of the admin area that failed, for the server's log
       * @description Needs the permission `account.own`. Not for API keys. At most 20 requests in 10 minutes for each client address.
       */
      "POST /system/client-errors": {
        body: {
          message: string;
          stack: string;
          /** @description The screen's address, without its query */
          path: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Download a backup as a tar archive, with a token from `POST /system/backups/:name/download`
       * @description At most 20 requests in 10 minutes for each client address.
       */
      "POST /system/downloads": {
        /** @constant */
        other: true;
        /** @enum {string} */
        errors:
          | "backup_not_found"
          | "download_expired"
          | "invalid_json"
          | "permission_required"
          | "request_too_large"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * What the team must know about the system on every screen
       * @description Needs the permission `desk.use`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /system/notices": {
        result: components["schemas"]["SystemNotices"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Mark a proposed rotation of the signing key as settled
       * @description `secret rotate` does so as well. For a key in a variable, or a chief who cannot have seen the key. Needs the permission `system.manage`. Not for API keys.
       */
      "POST /system/rotation/settle": {
        result: components["schemas"]["SystemState"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Make the site a copy for trying things out, or end that
       * @description A copy sends readers no mails (waiting ones are cancelled), announces and purges nothing, and asks search engines not to index it. 409 if the variable STAGING decides. Needs the permission `system.manage`. Not for API keys.
       */
      "PUT /system/staging": {
        body: {
          on: boolean;
        };
        result: components["schemas"]["SystemState"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "staging_variable"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Delete a failed task from the list
       * @description Needs the permission `system.manage`. Not for API keys.
       */
      "POST /system/tasks/{id}/dismiss": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "task_not_found"
          | "unsupported_media_type";
      };
      /**
       * Start a failed task again
       * @description Needs the permission `system.manage`. Not for API keys.
       */
      "POST /system/tasks/{id}/retry": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "task_not_found"
          | "task_not_retried"
          | "unsupported_media_type";
      };
      /**
       * What a publication without the demo edition still needs
       * @description Needs the permission `settings.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /system/to-do": {
        result: components["schemas"]["ToDoList"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended";
      };
      /**
       * Dismiss the list for the publication, or show it again
       * @description Needs the permission `settings.manage`. Not for API keys.
       */
      "PUT /system/to-do": {
        body: {
          is_dismissed: boolean;
        };
        result: components["schemas"]["ToDoList"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Topic names of articles visible to the caller, most used first
       * @description With `query`, those that begin with it or have an alias that does, ignoring case and accents; without one, those of the latest articles. Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /tags": {
        query?: {
          /** @default  */
          query?: string;
          /** @default 8 */
          limit?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["UsedTag"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Background work, newest first; finished work for a week
       * @description Needs the permission `subscriber.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /tasks": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          kind?: string;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Task"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * The progress of a task
       * @description Needs the permission `subscriber.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /tasks/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Task"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "task_not_found";
      };
      /**
       * Log in
       * @description If the account has a second factor, the response is a ticket for token/second-factor/ instead of tokens. Send the response header x-device-token with the next login, so that this device can log in even while others guess passwords. At most 120 requests in 10 minutes for each client address.
       */
      "POST /token": {
        body: {
          email: string;
          password: string;
        };
        result: components["schemas"]["TokenPair"] | components["schemas"]["SecondStep"];
        /** @enum {string} */
        errors:
          | "invalid_json"
          | "request_too_large"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_credentials";
      };
      /**
       * Log out: revoke the session
       * @description At most 600 requests in 10 minutes for each client address.
       */
      "POST /token/logout": {
        body: {
          refresh: string;
        };
        /** @enum {string} */
        errors: "invalid_json" | "request_too_large" | "session_ended" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Start a login by passkey alone; token/second-factor/ completes it
       * @description At most 120 requests in 10 minutes for each client address.
       */
      "POST /token/passkey": {
        result: components["schemas"]["PasskeyLogin"];
        /** @enum {string} */
        errors: "login_expired" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Exchange a refresh token for new tokens
       * @description At most 600 requests in 10 minutes for each client address.
       */
      "POST /token/refresh": {
        body: {
          refresh: string;
        };
        result: components["schemas"]["TokenPair"];
        /** @enum {string} */
        errors: "invalid_json" | "request_too_large" | "session_ended" | "storage_full" | "unsupported_media_type";
      };
      /**
       * Complete a login with a second factor's code or a passkey
       * @description A wrong code is 401 with `errors.code`, an expired ticket 401 with `errors.ticket`. At most 120 requests in 10 minutes for each client address.
       */
      "POST /token/second-factor": {
        body: {
          ticket: string;
          code?: string;
          passkey?: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "platform" | "cross-platform";
            clientExtensionResults: unknown;
            response: {
              clientDataJSON: string;
              authenticatorData: string;
              signature: string;
              userHandle?: string | null;
            };
          };
        };
        result: components["schemas"]["TokenPair"];
        /** @enum {string} */
        errors:
          | "invalid_json"
          | "login_expired"
          | "request_too_large"
          | "storage_full"
          | "too_many_logins"
          | "unsupported_media_type"
          | "wrong_second_factor";
      };
      /**
       * Topics with their article counts; for readers those with published articles
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /topics": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Topics whose name or alias contains it, ignoring case and accents
           * @default
           */
          query?: string;
          /** @enum {string} */
          kind?: "topic" | "coin" | "person" | "company";
          /**
           * @default name
           * @enum {string}
           */
          sort?: "name" | "count";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Topic"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a topic
       * @description A repeated request with the same Idempotency-Key returns the existing topic. Needs the permission `topic.manage`.
       */
      "POST /topics": {
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          /** @enum {string} */
          kind?: "topic" | "coin" | "person" | "company";
          description?: string;
          image_url?: string;
          aliases?: string[];
        };
        /** @constant */
        keyed: true;
        result: components["schemas"]["Topic"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "created_item_deleted"
          | "idempotency_key_in_progress"
          | "invalid_idempotency_key"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "storage_full"
          | "too_many_names"
          | "unsupported_media_type";
      };
      /**
       * Merge a topic into another one, which gets its articles, names and addresses
       * @description Needs the permission `topic.manage`.
       */
      "POST /topics/merge": {
        body: {
          from: number | string;
          into: number | string;
        };
        result: components["schemas"]["Topic"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "same_topic"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "topic_not_found"
          | "unsupported_media_type";
      };
      /**
       * One topic
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /topics/{slug}": {
        path: {
          /** @description A topic's slug, a former one, or its id */
          slug: string;
        };
        result: components["schemas"]["Topic"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "topic_not_found";
      };
      /**
       * Change a topic; articles, search and pages follow a new name, and former names and slugs lead to it
       * @description With its ETag in If-Match, responds 409 if the topic has changed since. Needs the permission `topic.manage`.
       */
      "PUT /topics/{slug}": {
        path: {
          /** @description A topic's slug, a former one, or its id */
          slug: string;
        };
        body: {
          name: string;
          /** @description Derived from the name if empty */
          slug?: string;
          /** @enum {string} */
          kind?: "topic" | "coin" | "person" | "company";
          description?: string;
          image_url?: string;
          aliases?: string[];
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Topic"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "invalid_slug"
          | "missing_scope"
          | "name_taken"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_not_copied"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "slug_taken"
          | "stale_version"
          | "storage_full"
          | "topic_not_found"
          | "unsupported_media_type";
      };
      /**
       * Delete a topic without articles
       * @description Needs the permission `topic.manage`.
       */
      "DELETE /topics/{slug}": {
        path: {
          /** @description A topic's slug, a former one, or its id */
          slug: string;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "topic_in_use"
          | "topic_not_found"
          | "unsupported_media_type";
      };
      /**
       * A topic's published articles, newest first
       * @description Counts towards 1,200 reads a minute for each client address.
       */
      "GET /topics/{slug}/articles": {
        path: {
          /** @description A topic's slug, a former one, or its id */
          slug: string;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["ArticleSummary"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_found"
          | "origin_not_allowed"
          | "second_factor_required"
          | "session_ended"
          | "topic_not_found"
          | "unknown_field";
      };
      /**
       * Documents in the trash, latest first
       * @description Needs the permission `article.read`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /trash": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Only documents of this type
           * @enum {string}
           */
          type?: "article" | "issue" | "page";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
          /**
           * Format: date-time
           * @description Only rows published or changed since, as with `cursor`: a page may have few of them, or none
           */
          updated_since?: string;
        };
        row: components["schemas"]["TrashedDocument"] | components["schemas"]["TrashedArticle"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Permanently delete everything in the trash
       * @description Needs the permission `trash.purge`.
       */
      "DELETE /trash": {
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Permanently delete a document in the trash: an article, unless `type` names another type
       * @description Needs the permission `trash.purge`.
       */
      "DELETE /trash/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /**
           * @description An article by default
           * @enum {string}
           */
          type?: "article" | "issue" | "page";
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_in_trash"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Upload a picture: JPEG, PNG, GIF, WebP or AVIF, up to 10 MiB and 50 megapixels
       * @description Needs the permission `picture.upload`.
       */
      "POST /upload": {
        /** @constant */
        form: true;
        result: components["schemas"]["Upload"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "file_too_large"
          | "invalid_form"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "picture_animated"
          | "picture_too_complex"
          | "picture_unreadable"
          | "pictures_unavailable"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Receivers of events, with the result of the last attempt
       * @description Needs the permission `webhook.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /webhooks": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["Webhook"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a receiver; the response alone has its secret
       * @description 400 for an address on a private network, with a password, or at an unusual port. Needs the permission `webhook.manage`. Not for API keys.
       */
      "POST /webhooks": {
        body: {
          url: string;
          events: (
            | "article.published"
            | "article.updated"
            | "article.corrected"
            | "article.unpublished"
            | "article.removed"
            | "article.scheduled"
            | "page.published"
            | "issue.sent"
            | "subscriber.added"
            | "subscriber.removed"
            | "idea.added"
            | "idea.assigned"
            | "idea.changed"
            | "idea.drafted"
            | "idea.deleted"
            | "import.released"
          )[];
          /** @default true */
          is_active?: boolean;
        };
        result: components["schemas"]["WebhookWithSecret"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_webhooks"
          | "unsupported_media_type";
      };
      /**
       * One receiver
       * @description Needs the permission `webhook.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /webhooks/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["Webhook"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "webhook_not_found";
      };
      /**
       * Change a receiver; omitted fields keep their value
       * @description With its ETag in If-Match, responds 409 if it has changed since. Switching it off cancels what waits. Needs the permission `webhook.manage`. Not for API keys.
       */
      "PUT /webhooks/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          url?: string;
          events?: (
            | "article.published"
            | "article.updated"
            | "article.corrected"
            | "article.unpublished"
            | "article.removed"
            | "article.scheduled"
            | "page.published"
            | "issue.sent"
            | "subscriber.added"
            | "subscriber.removed"
            | "idea.added"
            | "idea.assigned"
            | "idea.changed"
            | "idea.drafted"
            | "idea.deleted"
            | "import.released"
          )[];
          is_active?: boolean;
        };
        /** @constant */
        conditional: true;
        result: components["schemas"]["Webhook"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "stale_version"
          | "storage_full"
          | "unsupported_media_type"
          | "webhook_not_found";
      };
      /**
       * Delete a receiver with its deliveries
       * @description Needs the permission `webhook.manage`. Not for API keys.
       */
      "DELETE /webhooks/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "webhook_not_found";
      };
      /**
       * Deliveries to a receiver, newest first; those that ended for 30 days
       * @description Needs the permission `webhook.manage`. Not for API keys. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /webhooks/{id}/deliveries": {
        path: {
          /** @example 12 */
          id: number;
        };
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /** @enum {string} */
          state?: "queued" | "delivered" | "failed";
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["WebhookDelivery"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field"
          | "webhook_not_found";
      };
      /**
       * Send the body of a delivery again, with the same id
       * @description Needs the permission `webhook.manage`. Not for API keys.
       */
      "POST /webhooks/{id}/deliveries/{delivery}/resend": {
        path: {
          /** @example 12 */
          id: number;
          /** @example 12 */
          delivery: number;
        };
        result: components["schemas"]["WebhookDelivery"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "delivery_not_found"
          | "delivery_queued"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "webhook_not_found";
      };
      /**
       * Create a new secret; the former one signs as well for 24 hours
       * @description Needs the permission `webhook.manage`. Not for API keys.
       */
      "POST /webhooks/{id}/secret": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WebhookWithSecret"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "webhook_not_found";
      };
      /**
       * Send the event webhook.test, also to a receiver that is switched off
       * @description Needs the permission `webhook.manage`. Not for API keys.
       */
      "POST /webhooks/{id}/test": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WebhookDelivery"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "not_for_keys"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type"
          | "webhook_not_found";
      };
      /**
       * Rules for new items of the wire
       * @description Needs the permission `wire.triage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /wire/rules": {
        query?: {
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["WireRule"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * Add a rule for items that come in from now on
       * @description Needs the permission `wire.manage`.
       */
      "POST /wire/rules": {
        body: {
          words: string[];
          /** @enum {string} */
          effect: "topic" | "mute";
          /** @default  */
          topic?: string;
        };
        result: components["schemas"]["WireRule"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "too_many_rules"
          | "unsupported_media_type";
      };
      /**
       * Delete a rule
       * @description Needs the permission `wire.manage`.
       */
      "DELETE /wire/rules/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "rule_not_found"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "unsupported_media_type";
      };
      /**
       * Stories of the wire, newest first; items that report the same are one story
       * @description Needs the permission `wire.triage`. Counts towards 1,200 reads and 240 searches a minute for each client address.
       */
      "GET /wire/stories": {
        query?: {
          /** @default 50 */
          limit?: number;
          /** @default 0 */
          offset?: number;
          /**
           * @description Stories with all of these words
           * @default
           */
          query?: string;
          /** @enum {string} */
          state?: "new" | "dismissed" | "drafted" | "muted";
          /**
           * @description The id of a source; 0 for all
           * @default 0
           */
          source?: number;
          /** @description Empty to start, then `next_cursor`: the response is `{results, next_cursor}`, and misses and repeats no row while others are added or removed. `next_cursor` is null at the end */
          cursor?: string;
        };
        row: components["schemas"]["WireStory"];
        /** @enum {string} */
        errors:
          | "cursor_expired"
          | "invalid_key"
          | "missing_scope"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "unknown_field";
      };
      /**
       * One story
       * @description Needs the permission `wire.triage`. Counts towards 1,200 reads a minute for each client address.
       */
      "GET /wire/stories/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WireStory"];
        /** @enum {string} */
        errors:
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "story_not_found";
      };
      /**
       * Dismiss a story, or put it back into the inbox
       * @description Needs the permission `wire.triage`.
       */
      "PATCH /wire/stories/{id}": {
        path: {
          /** @example 12 */
          id: number;
        };
        body: {
          /** @enum {string} */
          state: "new" | "dismissed";
        };
        result: components["schemas"]["WireStory"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_json"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "request_too_large"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "story_not_found"
          | "unsupported_media_type";
      };
      /**
       * Make a draft with a credit, the original address, a card of it, and the sources; a second request makes none
       * @description Needs the permission `wire.triage`.
       */
      "POST /wire/stories/{id}/draft": {
        path: {
          /** @example 12 */
          id: number;
        };
        result: components["schemas"]["WireStory"];
        /** @enum {string} */
        errors:
          | "blocked_by_review_rule"
          | "invalid_key"
          | "missing_scope"
          | "not_found"
          | "not_logged_in"
          | "origin_not_allowed"
          | "permission_required"
          | "second_factor_required"
          | "session_ended"
          | "storage_full"
          | "story_not_found"
          | "unsupported_media_type";
      };
    };
    OutboxMail: {
      id: number;
      /** @enum {string} */
      kind:
        | "welcome"
        | "confirm"
        | "goodbye"
        | "contact"
        | "reply"
        | "test"
        | "issue"
        | "reset"
        | "invitation"
        | "password"
        | "sign-in"
        | "factors"
        | "email-change"
        | "notification";
      /** @enum {string} */
      state: "queued" | "sending" | "sent" | "failed" | "uncertain" | "held" | "cancelled";
      /** @description Whether it was written to a file and not delivered, because no mail server was configured */
      is_file: boolean;
      email: string;
      subject: string;
      issue_id: number | null;
      attempts: number;
      last_error: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The time of the next attempt, while it is queued
       */
      due_at: string;
      /** @description When it was sent, failed or became uncertain */
      settled_at: string | null;
    };
    Overview: {
      /** @description In a fixed order, without empty ones */
      waiting: {
        /** @enum {string} */
        kind: "asked" | "requested" | "suggestions" | "ready" | "changes" | "notes";
        total: number;
        /** @description The first few; of `asked`, `requested` and `suggestions` up to 100, which may be of other types, as may those of `notes` */
        articles: {
          id: number;
          title: string;
          /** @enum {string} */
          type: "article" | "issue" | "page";
          /** @description Where it is on its way to readers */
          story?: components["schemas"]["Story"];
        }[];
      }[];
      /** @description The caller's day */
      day: {
        /** @description Unpublished stories of the budget that are assigned to the caller */
        mine: {
          total: number;
          /** @description The first few by due time, with their ids in the budget */
          stories: {
            id: number;
            title: string;
            /** @enum {string} */
            state:
              | "idea"
              | "writing"
              | "asked"
              | "changes"
              | "ready"
              | "scheduled"
              | "public"
              | "corrected"
              | "withdrawn";
            due: string | null;
          }[];
        };
        /** @description Unpublished articles of the caller that are not in the budget, newest first */
        drafts: {
          total: number;
          /** @description The first few */
          documents: {
            id: number;
            title: string;
            /** @enum {string} */
            type: "article" | "issue" | "page";
            /** @description Where it is on its way to readers */
            story?: components["schemas"]["Story"];
          }[];
        };
        /** @description Documents with open suggestions of the caller */
        suggested: {
          total: number;
          /** @description The first few */
          documents: {
            id: number;
            title: string;
            /** @enum {string} */
            type: "article" | "issue" | "page";
            /** @description Where it is on its way to readers */
            story?: components["schemas"]["Story"];
          }[];
        };
        /** @description Those that are late: the caller's own, for editors all */
        late: {
          total: number;
          /** @description The first few by due time, with their ids in the budget */
          stories: {
            id: number;
            title: string;
            /** @enum {string} */
            state:
              | "idea"
              | "writing"
              | "asked"
              | "changes"
              | "ready"
              | "scheduled"
              | "public"
              | "corrected"
              | "withdrawn";
            due: string | null;
          }[];
        };
        /** @description What has nothing to show today; for editors */
        empty: {
          /**
           * @description `today`: no article; `lead`: the home page's lead is old; `slot`: a planned story without a draft; `issue`: an unsent newsletter issue without an article
           * @enum {string}
           */
          kind: "today" | "lead" | "slot" | "issue";
          /** @description The lead article, the story of the budget, or the issue */
          id: number | null;
          title: string;
          /** @description When the lead was published, the story is due, or the issue is sent */
          at: string | null;
        }[];
      };
      /** @description Items of the next 30 days, by time */
      scheduled: components["schemas"]["CalendarEntry"][];
      /** @description Views of all articles in the last 24 hours and 7 days, in the same time before, and in each hour of two weeks that had any */
      views: {
        day: number;
        previous_day: number;
        week: number;
        previous_week: number;
        hours: {
          /** Format: date-time */
          at: string;
          views: number;
        }[];
      };
      /** @description The numbers of the newest newsletter issues, newest first; empty without the permission to manage issues */
      issues: {
        id: number;
        subject: string;
        /**
         * Format: date-time
         * @description When sending started
         */
        at: string;
        recipients: number;
        /** @description Recipients by the outcome of their mail, and what readers did */
        counts: {
          waiting: number;
          /** @description Accepted by the mail server; mails that come back later are not known */
          sent: number;
          failed: number;
          /** @description Of `failed`: rejected permanently when they were sent, and not because of this site */
          rejected: number;
          uncertain: number;
          /** @description Recipients who unsubscribed before their mail was sent */
          cancelled: number;
          /** @description Readers who unsubscribed by this issue's link within 30 days after its start */
          unsubscribed: number;
          /** @description Clicks on its links, each reader once per link and hour; null if they are not counted */
          clicks: number | null;
        };
      }[];
      /** @description Most read recently, with their total views */
      most_read: {
        id: number;
        title: string;
        views: number;
      }[];
    };
    OwnEmail: {
      email: string;
      pending: {
        email: string;
        /** Format: date-time */
        asked: string;
        /** Format: date-time */
        expires: string;
        /** @description Which of the two addresses have confirmed */
        confirmed: ("old" | "new")[];
      } | null;
    };
    OwnProfile: {
      name: string;
      bio: string;
      image_url: string;
      links: components["schemas"]["ProfileLink"][];
      id: number;
      email: string;
      /** @enum {string} */
      role: "chief" | "editor" | "writer" | "contributor";
      /** @description The permissions of the role; some cover only the user's own content */
      permissions: (
        | "idea.write"
        | "article.read"
        | "article.write"
        | "article.suggest"
        | "picture.upload"
        | "picture.describe"
        | "account.own"
        | "desk.use"
        | "article.ready"
        | "wire.triage"
        | "wire.manage"
        | "idea.assign"
        | "page.manage"
        | "issue.manage"
        | "message.manage"
        | "article.publish"
        | "author.manage"
        | "series.manage"
        | "home.arrange"
        | "article.approve"
        | "trash.purge"
        | "ad.manage"
        | "category.manage"
        | "topic.manage"
        | "picture.manage"
        | "redirect.manage"
        | "system.manage"
        | "personal_data.manage"
        | "webhook.manage"
        | "transfer.export"
        | "transfer.import"
        | "subscriber.manage"
        | "article.override"
        | "key.manage"
        | "user.manage"
        | "settings.manage"
        | "audit.read"
      )[];
      /** @description Whether a second factor must be set up before anything else */
      second_factor_due: boolean;
    };
    OwnSuggestion: {
      /** @description The id of the document */
      id: number;
      /** @description The document's texts as the caller proposes them, with all open suggestions */
      texts: {
        [key: string]: string;
      };
      /** @description The number of the caller's open suggestions */
      edits: number;
      /** @description Whether the texts are those of the newsroom, and not those that readers have of another author's article */
      may_read: boolean;
    };
    PageAtAddress: {
      page: {
        slug: string;
        title: string;
        kicker: string;
        head: {
          title: string;
          description: string;
        };
        isDated: boolean;
        updated: string | null;
        intro: string;
        opening: (
          | {
              /** @constant */
              type: "text";
              html: string;
            }
          | {
              /** @constant */
              type: "points";
              items: {
                title: string;
                html: string;
              }[];
              isNumbered?: boolean;
            }
          | {
              /** @constant */
              type: "stats";
              items: {
                figure: string;
                label: string;
              }[];
            }
          | {
              /** @constant */
              type: "prices";
              items: {
                name: string;
                price: string;
                per: string;
                html: string;
                features: string[];
              }[];
            }
          | {
              /** @constant */
              type: "office";
              place: string;
              hours: {
                days: string;
                time: string;
              }[];
            }
          | {
              /** @constant */
              type: "retention";
              items: {
                label: string;
                period: string;
              }[];
            }
          | {
              /** @constant */
              type: "contact";
            }
        )[];
        sections: {
          id: string;
          title: string;
          parts: (
            | {
                /** @constant */
                type: "text";
                html: string;
              }
            | {
                /** @constant */
                type: "points";
                items: {
                  title: string;
                  html: string;
                }[];
                isNumbered?: boolean;
              }
            | {
                /** @constant */
                type: "stats";
                items: {
                  figure: string;
                  label: string;
                }[];
              }
            | {
                /** @constant */
                type: "prices";
                items: {
                  name: string;
                  price: string;
                  per: string;
                  html: string;
                  features: string[];
                }[];
              }
            | {
                /** @constant */
                type: "office";
                place: string;
                hours: {
                  days: string;
                  time: string;
                }[];
              }
            | {
                /** @constant */
                type: "retention";
                items: {
                  label: string;
                  period: string;
                }[];
              }
            | {
                /** @constant */
                type: "contact";
              }
          )[];
        }[];
      } | null;
      /** @description The current path of the page that used to be at this address */
      moved_to: string | null;
    };
    PageWorkingCopy: {
      id: number;
      title: string;
      /** @description The page's address, `/{slug}`; derived from the title if empty */
      slug: string;
      /** @description HTML, sanitised as an article's content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">` */
      content: string;
      seo_title: string;
      seo_description: string;
      /** @description Whether the footer links to it */
      in_menu: boolean;
      /** @enum {string} */
      status: "draft" | "published";
      /** @description A future time schedules the page */
      published_date: string | null;
      /** @description Its public address once it is published */
      path: string;
      /** @description Incremented by every public change; for `If-Match` */
      version: number;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      updated: string;
      /** @description Whether it has a working copy */
      has_draft: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      /** @description When its working copy becomes public, if a time was set */
      publish_at: string | null;
      /** Format: date-time */
      saved: string;
      saved_by: string | null;
    };
    Passkey: {
      id: string;
      name: string;
      /** Format: date-time */
      created: string;
      last_used: string | null;
    };
    PasskeyLogin: {
      ticket: string;
      passkey: components["schemas"]["PasskeyOptions"];
    };
    PasskeyOptions: {
      challenge: string;
    } & {
      [key: string]: unknown;
    };
    PersonExport: {
      email: string;
      subscriber: components["schemas"]["Subscriber"] | null;
      messages: {
        firstName: string;
        lastName: string;
        subject: string;
        message: string;
        /** Format: date-time */
        created_at: string;
      }[];
      /** @description To its messages */
      replies: {
        text: string;
        /** Format: date-time */
        sent_at: string;
      }[];
      mails: {
        kind: string;
        subject: string;
        state: string;
        /** Format: date-time */
        created_at: string;
      }[];
    };
    Picture: {
      id: number;
      url: string;
      width: number;
      height: number;
      /** Format: date-time */
      created_at: string;
      /** @description The name of the uploaded file; empty if it had none */
      name: string;
      /** @description What the picture shows, for readers who cannot see it */
      alt: string;
      caption: string;
      credit: string;
      licence: string;
      /** @description The horizontal position that crops keep in view, from the left (0) to the right (1); 0.5 is the middle */
      focal_x: number;
      /** @description The vertical position that crops keep in view, from the top (0) to the bottom (1) */
      focal_y: number;
      /** @description The size of its largest file in bytes; null for pictures stored before sizes were recorded */
      size: number | null;
      /** @description The uploader's name; null if unknown */
      uploaded_by: string | null;
      /** @description Whether the caller uploaded it */
      is_own: boolean;
      /** @description In alphabetical order */
      tags: string[];
    };
    PictureBulkAnswer: {
      changed: number[];
      failed: {
        id: number;
        name: string;
        detail: string;
      }[];
    };
    PictureDetail: {
      id: number;
      url: string;
      width: number;
      height: number;
      /** Format: date-time */
      created_at: string;
      /** @description The name of the uploaded file; empty if it had none */
      name: string;
      /** @description What the picture shows, for readers who cannot see it */
      alt: string;
      caption: string;
      credit: string;
      licence: string;
      /** @description The horizontal position that crops keep in view, from the left (0) to the right (1); 0.5 is the middle */
      focal_x: number;
      /** @description The vertical position that crops keep in view, from the top (0) to the bottom (1) */
      focal_y: number;
      /** @description The size of its largest file in bytes; null for pictures stored before sizes were recorded */
      size: number | null;
      /** @description The uploader's name; null if unknown */
      uploaded_by: string | null;
      /** @description Whether the caller uploaded it */
      is_own: boolean;
      /** @description In alphabetical order */
      tags: string[];
      used_in: {
        /** @enum {string} */
        type:
          | "page"
          | "issue"
          | "article"
          | "front"
          | "series"
          | "template"
          | "ad"
          | "category"
          | "topic"
          | "author"
          | "appearance";
        id: number;
        title: string;
        /**
         * @description The document is in the trash and does not change
         * @constant
         */
        is_trashed?: true;
        /**
         * @description Another user's profile, or an article that the caller can only read
         * @constant
         */
        is_others?: true;
        /**
         * @description Another user's profile with a page on the site
         * @constant
         */
        has_page?: true;
        /**
         * @description The newsletter is being sent or was sent, so its picture does not change
         * @constant
         */
        is_sent?: true;
      }[];
    };
    PictureReplacement: {
      replaced: number;
      used_in: {
        /** @enum {string} */
        type:
          | "page"
          | "issue"
          | "article"
          | "front"
          | "series"
          | "template"
          | "ad"
          | "category"
          | "topic"
          | "author"
          | "appearance";
        id: number;
        title: string;
        /**
         * @description The document is in the trash and does not change
         * @constant
         */
        is_trashed?: true;
        /**
         * @description Another user's profile, or an article that the caller can only read
         * @constant
         */
        is_others?: true;
        /**
         * @description Another user's profile with a page on the site
         * @constant
         */
        has_page?: true;
        /**
         * @description The newsletter is being sent or was sent, so its picture does not change
         * @constant
         */
        is_sent?: true;
      }[];
    };
    PictureTag: {
      name: string;
      count: number;
    };
    PreviewLink: {
      /** @description An absolute address */
      url: string;
      /** Format: date-time */
      expires: string;
    };
    ProfileLink: {
      label: string;
      url: string;
    };
    PublicationExport: {
      id: number;
      /** @enum {string} */
      format: "ghost" | "wordpress" | "markdown" | "jsonl";
      include_subscribers: boolean;
      /** @enum {string} */
      state: "running" | "done" | "failed";
      /** Format: date-time */
      started: string;
      finished: string | null;
      /** @description Documents and pictures written so far */
      done: number;
      /** @description 0 until it is known */
      total: number;
      /** @description The size of the zip; 0 until it is done */
      bytes: number;
      /** @description Whether the machine that responds has the zip */
      is_here: boolean;
      /** @description When the zip will be deleted */
      expires: string | null;
      /** @description Why it failed; otherwise empty */
      error: string;
      /** @description What the zip holds, by kind */
      counts: {
        [key: string]: number;
      };
      /** @description What the format can't hold, or what was not asked for */
      losses: {
        count: number;
        what: string;
      }[];
    };
    PublishedChange: {
      /** @description Counted from 1 in each article */
      n: number;
      /** Format: date-time */
      date: string;
      /** @description The editor's reason, or the text of a correction */
      reason: string;
      /** @enum {string} */
      kind: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
      /** @description Where the article shows a correction */
      position: ("top" | "bottom") | null;
      /** @description The hash of the published content; null for a removal */
      content_hash: string | null;
      /** @description The hash of the article's previous version */
      previous_hash: string | null;
      /** @description The authors' holdings that no earlier version disclosed, by account; absent if there are none */
      disclosures?: {
        account: number;
        symbols: string[];
      }[];
      /** @description SHA-256 in hexadecimal */
      hash: string;
      /** @description What changed, word by word; one item per paragraph */
      diff: {
        /** @enum {string} */
        field: "title" | "excerpt" | "image" | "content";
        parts: {
          /**
           * @description If anything is omitted, explains why
           * @enum {string}
           */
          is: "same" | "added" | "removed" | "omitted";
          text: string;
        }[];
      }[];
    };
    PublishedVersion: {
      /** @description Counted from 1 in each article */
      n: number;
      /** Format: date-time */
      date: string;
      /** @description The editor's reason, or the text of a correction */
      reason: string;
      /** @enum {string} */
      kind: "publication" | "recorded" | "change" | "minor" | "correction" | "disclosure" | "removal" | "return";
      /** @description Where the article shows a correction */
      position: ("top" | "bottom") | null;
      /** @description The hash of the published content; null for a removal */
      content_hash: string | null;
      /** @description The hash of the article's previous version */
      previous_hash: string | null;
      /** @description The authors' holdings that no earlier version disclosed, by account; absent if there are none */
      disclosures?: {
        account: number;
        symbols: string[];
      }[];
      /** @description SHA-256 in hexadecimal */
      hash: string;
      title: string;
      excerpt: string;
      image_url: string;
      content: string;
    };
    RecoveryCodes: {
      recovery_codes: string[];
    };
    Redirect: {
      id: number;
      /** @description A path, possibly with `:name` segments or a `*` at its end */
      from: string;
      /** @description A path of this site or an http(s) address; empty for 410 and 451 */
      to: string;
      /** @description 301 permanent, 302 temporary, 410 removed, 451 withheld for legal reasons */
      code: number;
      /** @description Why a page was withheld: readers see it */
      reason: string;
      /** @description Readers who followed it, each once an hour */
      hits: number;
      last_hit: string | null;
      /** @enum {string} */
      source: "editor" | "import";
    };
    RedirectImport: {
      added: number;
      changed: number;
      skipped: {
        line: number;
        from: string;
        why: string;
      }[];
    };
    RemoteState: {
      /** @enum {string} */
      kind: "picture" | "card" | "link";
      address: string;
      /**
       * @description Temporary failures are retried automatically; `failed` of a link: its page does not exist
       * @enum {string}
       */
      state: "waiting" | "done" | "failed";
      /** @description The address of the picture's copy; empty until it exists */
      url: string;
      card: {
        title: string;
        /** @description The site and, if available, the author */
        source: string;
        /** @description The address of the stored copy; empty without one */
        picture: string;
        isVideo: boolean;
      } | null;
      /** @description Why it failed, or what is missing from the copy, in one sentence */
      detail: string;
    };
    Retention: {
      /** @description Readers’ messages. Messages from the contact form, including spam. From 7 to 3,650 days. */
      messages: number;
      /** @description Unconfirmed subscriptions. After the address was entered. From 1 to 365 days. */
      unconfirmed: number;
      /** @description Former subscribers. After they unsubscribed. Until then, no import can add them again. From 30 to 3,650 days. */
      unsubscribed: number;
      /** @description Sent mails. Texts and addresses, including the files of the outbox. The statistics of an issue stay. From 7 to 730 days. */
      mails: number;
      /** @description Addresses that mail cannot reach. After the last failure. The next issue is then sent to them again. From 30 to 3,650 days. */
      bounces: number;
      /** @description Audit log. Sign-ins, publications, changes, deletions and exports, with the user who made them. From 30 to 3,650 days. */
      audit: number;
    };
    Review: {
      /** @description Whether there is a two-person rule */
      is_enabled: boolean;
      /** @description Why the rule covers the document; empty if it does not */
      reasons: {
        /** @enum {string} */
        kind: "word" | "category" | "breaking";
        value: string;
      }[];
      /** @description Also true for a type without sources */
      has_sources: boolean;
      /** @description Of exactly this text */
      approval: {
        /** @description The name of the account; null for a deleted one */
        by: string | null;
        /** Format: date-time */
        at: string;
        /** @description Whether a chief overrode the rule */
        is_override: boolean;
        /** @description Of an override; else empty */
        reason: string;
        is_mine: boolean;
      } | null;
      /** @description The author of this text, and the people with accepted suggestions, who cannot approve it */
      written_by: string | null;
      /** @description Whether the caller is its author */
      is_mine: boolean;
    };
    ReviewRequest: {
      /** @description The first person without an answer; null if everyone answered */
      asked: {
        id: number;
        name: string;
        /** @description The name of the requester; null for a deleted account */
        by: string | null;
        /** Format: date-time */
        at: string;
        /** @description Whether the caller is asked */
        is_me: boolean;
        message: string;
        /** @description Null until the person has answered */
        answer: ("approve" | "changes") | null;
        answer_message: string;
        answered: string | null;
      } | null;
      /** @description All requests and answers, in order of the requests */
      people: {
        id: number;
        name: string;
        /** @description The name of the requester; null for a deleted account */
        by: string | null;
        /** Format: date-time */
        at: string;
        /** @description Whether the caller is asked */
        is_me: boolean;
        message: string;
        /** @description Null until the person has answered */
        answer: ("approve" | "changes") | null;
        answer_message: string;
        answered: string | null;
      }[];
    };
    ReviewSettings: {
      enabled: boolean;
      /** @description Matched regardless of case and accents, and at the start of longer words */
      words: string[];
      /** @description The names of categories */
      categories: string[];
      /** @description Types of documents that it covers besides articles */
      also: ("issue" | "page")[];
    };
    Revision: {
      /** @description Counted from 1 in each article */
      n: number;
      /** @description The name of the account that saved it; null for a deleted one */
      author: string | null;
      /** Format: date-time */
      created: string;
      /** @description Its name; empty without one */
      note: string;
      is_autosave: boolean;
      /** @description For an accepted suggestion: the name of the account that made it, null for a deleted one */
      suggested_by?: string | null;
      /**
       * Format: date-time
       * @description In the list, for the public version: since when it is public
       */
      public_since?: string;
    };
    SavedView: {
      name: string;
      /** @description The parameters of `GET /articles` that narrow and sort the list, as a query string: `status=ready&sort=title` */
      filters: string;
      id: number;
      /** @description Whether everyone on the desk sees it */
      is_shared: boolean;
      /** @description Who shared it; null for the caller's own */
      owner: string | null;
    };
    SecondFactorRequirement: {
      roles: ("chief" | "editor" | "writer" | "contributor")[];
    };
    SecondFactors: {
      /** @description Whether an authenticator app is set up */
      totp: boolean;
      passkeys: number;
      /** @description The number of unused recovery codes */
      recovery_codes: number;
      /** @description Whether the role needs an app or a passkey */
      is_required: boolean;
    };
    SecondStep: {
      /** @description The available second factors */
      second_factor: ("totp" | "passkey" | "recovery")[];
      /** @description For `token/second-factor/`: once, within 5 minutes */
      ticket: string;
      /** @description Options for the browser, if the account has a passkey */
      passkey?: components["schemas"]["PasskeyOptions"];
    };
    /** @description The authors are those of an opinion */
    SectionStory: {
      id: number;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      title: string;
      image_url: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      is_breaking: boolean;
      /** @description The authors as they are shown on pages */
      byline?: string;
      /** @description The names of all authors */
      authors?: string[];
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
    };
    SentMessage: {
      firstName: string;
      lastName: string;
      email: string;
      subject: string;
      message: string;
      id: number;
      /** Format: date-time */
      created_at: string;
    };
    Series: {
      id: number;
      name: string;
      slug: string;
      description: string;
      image_url: string;
      /** @description The number of its published articles */
      count: number;
      /**
       * @description For editors only: readers see it once it has a published article
       * @constant
       */
      is_hidden?: true;
    };
    SeriesOrder: {
      articles: {
        id: number;
        title: string;
        /** @enum {string} */
        status: "draft" | "ready" | "published";
        published_date: string | null;
      }[];
    };
    Session: {
      id: string;
      /** @description Browser and system from the User-Agent, which can be forged */
      device: string;
      /** @description The network of its last use, too coarse to identify people; empty if unknown */
      origin: string;
      /** Format: date-time */
      started: string;
      /**
       * Format: date-time
       * @description Rounded to 15 minutes
       */
      last_used: string;
      /** @description Whether it made this request */
      is_current: boolean;
    };
    SetupState: {
      /** @description Empty if the operator gave no address that can receive mail */
      email: string;
      /** @description The name of the publication */
      site_name: string;
      /**
       * @description The language of the site's own texts
       * @enum {string}
       */
      language: "en" | "sw" | "ar";
      /** @description `#rrggbb` */
      accent: string;
      time_zone: string;
      /** @description Whether the first start stored demo content */
      has_demo: boolean;
    };
    ShownBlock: {
      /** @enum {string} */
      kind:
        | "top"
        | "lead"
        | "seconds"
        | "cards"
        | "list"
        | "lines"
        | "opinion"
        | "series"
        | "topic"
        | "category"
        | "most_read"
        | "sections"
        | "categories"
        | "newsletter"
        | "text"
        | "announcement"
        | "ad"
        | "coins"
        | "stories";
      /**
       * @description How it looks; each kind has its own forms
       * @enum {string}
       */
      form:
        | "carousel"
        | "next_to"
        | "above"
        | "text"
        | "pictures"
        | "two"
        | "three"
        | "four"
        | "plain"
        | "times"
        | "numbered"
        | "portraits"
        | "package"
        | "box"
        | "boxes"
        | "bar"
        | "leaderboard"
        | "rectangle"
        | "sidebar"
        | "row"
        | "pages";
      /** @description Above it; empty for the name of its source */
      heading: string;
      /**
       * @description Across the page, or in one of its two columns
       * @enum {string}
       */
      place: "wide" | "main" | "side";
      /** @description Of texts and announcements; empty lines part paragraphs */
      text: string;
      /** @description The address of an uploaded picture, or empty */
      image_url: string;
      /** @description Where a text or an announcement leads, or empty */
      link: string;
      /** @description Its heading, or the name of its source; empty if neither has one */
      title: string;
      /** @description The page of its source, or empty */
      path: string;
      articles: components["schemas"]["ArticleSummary"][];
    };
    ShownFront: {
      /** @description Null for the arrangement that pages have by themselves */
      blocks: components["schemas"]["ShownBlock"][] | null;
      /** @description Whether a story appears only in its first block */
      one_place_per_story: boolean;
    };
    SitePage: {
      id: number;
      title: string;
      /** @description The page's address, `/{slug}`; derived from the title if empty */
      slug: string;
      /** @description HTML, sanitised as an article's content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">` */
      content: string;
      seo_title: string;
      seo_description: string;
      /** @description Whether the footer links to it */
      in_menu: boolean;
      /** @enum {string} */
      status: "draft" | "published";
      /** @description A future time schedules the page */
      published_date: string | null;
      /** @description Its public address once it is published */
      path: string;
      /** @description Incremented by every public change; for `If-Match` */
      version: number;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      updated: string;
      /** @description Whether it has a working copy */
      has_draft: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      /** @description When its working copy becomes public, if a time was set */
      publish_at: string | null;
    };
    SiteSettings: {
      name: string;
      /** @description What it is about: in the footer, in feeds, and for search engines; may be empty */
      tagline: string;
      /** @description The language of the site's own texts: one of the program's, or one with words of the newsroom */
      language: string;
      /** @description Where readers write to: the contact page shows it, and it receives the form's messages. Empty for none */
      contact_email: string;
      /** @description The text of the newsletter box */
      newsletter_text: string;
      /** @description The text after the copyright line */
      footer_text: string;
      /** @description Links in the footer; one without an address is a plain word */
      social: {
        label: string;
        url: string;
      }[];
      ticker: {
        is_on: boolean;
        /** @description Coins, in their order */
        symbols: string[];
      };
      /** @description Characters of an article before "Read More"; 0 for the full text */
      preview_length: number;
      /**
       * @description What feeds have of an article: all of it, or its excerpt
       * @enum {string}
       */
      feed_text: "full" | "teaser";
    };
    StagedText: {
      /** @enum {string} */
      type: "article" | "page";
      id: number;
      title: string;
      import: {
        id: number;
        name: string;
      };
      /**
       * @description What the release makes of it
       * @enum {string}
       */
      becomes: "published" | "draft";
      /** @description The date that readers will see */
      published: string | null;
    };
    Story: {
      /** @enum {string} */
      state: "idea" | "writing" | "asked" | "changes" | "ready" | "scheduled" | "public" | "corrected" | "withdrawn";
      /** @description Whether the newsroom's text differs from what readers have or will have */
      has_changes: boolean;
    };
    StoryIdea: {
      id: number;
      /** @description The title of its article, once it has one */
      title: string;
      /**
       * @description Derived from its article; `idea` without one
       * @enum {string}
       */
      state: "idea" | "writing" | "asked" | "changes" | "ready" | "scheduled" | "public" | "corrected" | "withdrawn";
      /** @description Who is to write it; empty for an open idea */
      people: {
        id: number;
        name: string;
      }[];
      due: string | null;
      /** @description Whether it is due and neither scheduled nor published */
      is_late: boolean;
      /** @description Planned words */
      length: number | null;
      /**
       * @description Where it is planned to appear; empty for nowhere in particular
       * @enum {string}
       */
      slot: "" | "home" | "newsletter";
      /** @description The name of a category; empty for none */
      section: string;
      note: string;
      article: number | null;
      /** @description Whether the caller may change it */
      may_change: boolean;
      /** @description For `If-Match` */
      etag: string;
    };
    Subscriber: {
      id: number;
      email: string;
      /** @description From an imported list; otherwise empty */
      name: string;
      /** @enum {string} */
      status: "pending" | "active" | "unsubscribed";
      bouncing: boolean;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      changed_at: string;
    };
    SuggestionList: {
      /** @description The text with its open suggestions as `ins` and `del` */
      text: string;
      /** @description Whether the caller can accept and reject suggestions */
      may_decide: boolean;
      /** @description The open ones in the order of the text, then those closed last */
      suggestions: {
        /** @description Its id in the text, in `data-suggestion`, `data-inserted` and `data-deleted` */
        id: string;
        /** @description The account that suggests it */
        person: number;
        /** @description Null for a deleted account */
        name: string | null;
        is_mine: boolean;
        /** @description The changed text, such as the title */
        field: string;
        /** @description The words that it deletes */
        before: string;
        /** @description The words that it inserts */
        after: string;
        /**
         * @description `gone`: the text that it changes was changed since
         * @enum {string}
         */
        state: "open" | "accepted" | "rejected" | "withdrawn" | "gone";
        /** Format: date-time */
        created: string;
        decided_by: string | null;
        decided: string | null;
      }[];
    };
    SystemNotices: {
      /** @description The site is a copy for trying things out */
      is_staging: boolean;
      /** @description The latest backup failed; only to those who manage the system */
      is_backup_failed: boolean;
      /** @description The signing key should be rotated; only to those who manage the system */
      is_rotation_proposed: boolean;
      /** @description A webhook was switched off after failures; only to those who manage webhooks */
      is_webhook_off: boolean;
      /** @description The newest failed tasks; only to those who manage the system */
      failed_tasks: {
        id: number;
        kind: string;
        /** @description What it was to do: `Card of news.example` */
        what: string;
        /** @description The document that it was for */
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page";
          id: number;
          title: string;
        } | null;
        /** @description Where people see more: the document’s room, or a screen */
        path: string | null;
        error: string;
        at: string | null;
        /** @description Whether it can be started again from here */
        may_retry: boolean;
      }[];
    };
    SystemState: {
      version: string;
      /** @description The version of Node */
      node: string;
      database: {
        /** @description Its name */
        name: string;
        bytes: number;
      };
      /** @description In bytes, of the disk with the data; null if it can't be read */
      disk: {
        free: number;
        total: number;
      } | null;
      tasks: {
        queued: number;
        running: number;
        failed: number;
      };
      /** @description The newest failed tasks */
      failed_tasks: {
        id: number;
        kind: string;
        /** @description What it was to do: `Card of news.example` */
        what: string;
        /** @description The document that it was for */
        document: {
          /** @enum {string} */
          type: "article" | "issue" | "page";
          id: number;
          title: string;
        } | null;
        /** @description Where people see more: the document’s room, or a screen */
        path: string | null;
        error: string;
        at: string | null;
        /** @description Whether it can be started again from here */
        may_retry: boolean;
      }[];
      /** @description Whether the site is a copy for trying things out */
      staging: {
        is_on: boolean;
        /** @description Set by the operator's variable, which is stronger */
        is_variable: boolean;
      };
      /** @description Recurring jobs */
      jobs: {
        name: string;
        /** @description What it does */
        title: string;
        /** @description How long after the end of a run the next one starts */
        every_ms: number;
        /** @description Its last run in any process, up to a minute old; null before the first */
        last: {
          /** Format: date-time */
          at: string;
          took_ms: number;
          is_failed: boolean;
        } | null;
        /** @description The last run that failed */
        failure: {
          /** Format: date-time */
          at: string;
          error: string;
        } | null;
        /** @description Null if it is not known, or less than a minute after the last run */
        next: string | null;
      }[];
      /** @description When a chief lost the role or the login, until the signing key is rotated or this is settled */
      rotation_proposed: string | null;
      last_backup: {
        /** Format: date-time */
        at: string;
        place: string;
      } | null;
      /** @description The latest backup that was started here */
      backup: {
        /** @enum {string} */
        state: "running" | "done" | "failed";
        /** Format: date-time */
        started: string;
        finished: string | null;
        error: string;
        /** @description How often a scheduled backup was tried; 0 for one that a person started */
        attempt: number;
        /** @description When a failed one is tried again; null if it isn't */
        retry: string | null;
      } | null;
      /** @description Backups that can be downloaded from this machine, newest first */
      backups: {
        name: string;
        /** Format: date-time */
        at: string;
        bytes: number;
      }[];
    };
    Task: {
      id: number;
      kind: string;
      /** @enum {string} */
      state: "queued" | "running" | "done" | "failed";
      /** @description The completed part of `total`; the unit depends on the kind */
      done: number;
      /** @description 0 until it is known */
      total: number;
      /** @description Why it failed or is retried; otherwise empty */
      last_error: string;
      /** Format: date-time */
      due_at: string;
      /** Format: date-time */
      created_at: string;
      finished_at: string | null;
      /** @description The result, by kind; null until it is done */
      result: unknown;
    };
    Template: {
      id: number;
      name: string;
      /** @description The creator, if known */
      author: string | null;
      /** @description Whether the caller may change and delete it */
      may_change: boolean;
      /** Format: date-time */
      updated: string;
    };
    TestMailOutcome: {
      /** @enum {string} */
      state: "accepted" | "failed";
      /** @description The step at which it failed; null if it was accepted */
      failed_at:
        | ("name" | "network" | "connection" | "encryption" | "login" | "sender" | "recipient" | "text" | "timeout")
        | null;
      /** @description The mail server's reply, or the error if there was none */
      reply: string;
      /** @description Host and port of the mail server */
      server: string;
      email: string;
      /** @description The Message-ID of the mail */
      message_id: string;
    };
    TickerItem: {
      /** @description The pair, for example BTCUSDT */
      symbol: string;
      /** @description Dollars, as a decimal number in text */
      lastPrice: string;
      /** @description Change over 24 hours in percent */
      priceChangePercent: string;
      /** @description The host of the exchange, the same for all prices of a response; `demo` for the demo edition before the first price */
      source: string;
      /**
       * Format: date-time
       * @description When the exchange sent this price, or the demo price was created
       */
      updated_at: string;
      /** @description True for an old or a demo price */
      stale: boolean;
    };
    ToDoList: {
      /** @description Items that are not done; empty for the demo edition, and once it was dismissed */
      items: {
        /** @enum {string} */
        name:
          | "contact_email"
          | "tagline"
          | "logo"
          | "about"
          | "contact"
          | "advertise"
          | "mail"
          | "postal_address"
          | "backups";
        /** @description The id of the page to write */
        page?: number;
      }[];
      is_dismissed: boolean;
    };
    TokenPair: {
      access: string;
      refresh: string;
    };
    Topic: {
      id: number;
      name: string;
      slug: string;
      /** @enum {string} */
      kind: "topic" | "coin" | "person" | "company";
      description: string;
      image_url: string;
      aliases: string[];
      /** @description The number of its published articles */
      count: number;
      /**
       * @description For editors only: readers see it once it has a published article
       * @constant
       */
      is_hidden?: true;
    };
    TrashedArticle: {
      id: number;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description The category's name */
      category: string;
      category_slug: string;
      /** @description The first author's name */
      author: string;
      /** @description The names of all authors */
      authors: string[];
      /** @description The authors as they are shown on pages */
      byline: string;
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      last_updated: string | null;
      tags: string[];
      /** @constant */
      type: "article";
      /** Format: date-time */
      trashed: string;
      /** @description The name of the account that deleted it, if known */
      trashed_by: string | null;
      /**
       * Format: date-time
       * @description When it will be permanently deleted
       */
      purge: string;
    };
    TrashedDocument: {
      /** @enum {string} */
      type: "issue" | "page";
      id: number;
      title: string;
      /** Format: date-time */
      trashed: string;
      /** @description The name of the account that deleted it, if known */
      trashed_by: string | null;
      /**
       * Format: date-time
       * @description When it will be permanently deleted
       */
      purge: string;
    };
    Typeface: {
      /** @description Names it in addresses */
      key: string;
      /**
       * @description What it is for: headlines, or long texts
       * @enum {string}
       */
      role: "headlines" | "text";
      /** @description Its family and style, as the file names them */
      name: string;
      file_name: string;
      /** @description Of the uploaded file, in bytes */
      size: number;
      /** @description Why the newsroom may use it on the web */
      licence: string;
      /** Format: date-time */
      uploaded_at: string;
      is_italic: boolean;
      is_bold: boolean;
      /** @description Whether pages show it if `fonts` is `own` */
      is_used: boolean;
      /** @description The file of its first letters, WOFF2 */
      url: string;
    };
    UnreadMessages: {
      count: number;
    };
    UnreadNotifications: {
      count: number;
      /** @description The time of the newest notification */
      newest: string | null;
    };
    Upload: {
      url: string;
    };
    UsedTag: {
      name: string;
      count: number;
      /** @description The alias that starts with the query, if the name does not */
      alias?: string;
    };
    User: {
      id: number;
      name: string;
      email: string;
      /** @description Empty if there is none */
      image_url: string;
      /** @enum {string} */
      role: "chief" | "editor" | "writer" | "contributor";
      /** @description False for a suspended account */
      is_active: boolean;
      /** Format: date-time */
      created: string;
      last_sign_in: string | null;
    };
    Webhook: {
      id: number;
      url: string;
      events: (
        | "article.published"
        | "article.updated"
        | "article.corrected"
        | "article.unpublished"
        | "article.removed"
        | "article.scheduled"
        | "page.published"
        | "issue.sent"
        | "subscriber.added"
        | "subscriber.removed"
        | "idea.added"
        | "idea.assigned"
        | "idea.changed"
        | "idea.drafted"
        | "idea.deleted"
        | "import.released"
      )[];
      is_active: boolean;
      /**
       * @description Why it was switched off: a week of failures, or the receiver responded with 410; otherwise empty
       * @enum {string}
       */
      off_because: "" | "failures" | "gone";
      /** Format: date-time */
      created: string;
      /** @description The last attempt */
      last: {
        /** Format: date-time */
        at: string;
        /** @description Of the response; null without one */
        status: number | null;
        /** @description Why the attempt failed; empty for a success */
        error: string;
      } | null;
      /** @description Failed attempts since the last success */
      failures: number;
      failing_since: string | null;
      /** @description Until when the secret before the current one signs too */
      former_secret_until: string | null;
    };
    WebhookDelivery: {
      id: number;
      /** @enum {string} */
      event:
        | "article.published"
        | "article.updated"
        | "article.corrected"
        | "article.unpublished"
        | "article.removed"
        | "article.scheduled"
        | "page.published"
        | "issue.sent"
        | "subscriber.added"
        | "subscriber.removed"
        | "idea.added"
        | "idea.assigned"
        | "idea.changed"
        | "idea.drafted"
        | "idea.deleted"
        | "import.released"
        | "webhook.test";
      /**
       * @description `queued`: it waits for its first or next attempt; `failed`: it is given up
       * @enum {string}
       */
      state: "queued" | "delivered" | "failed";
      /** Format: date-time */
      created: string;
      attempts: number;
      /** @description When the next attempt is due, while it is queued */
      due: string | null;
      settled: string | null;
      /** @description Of the last response; null without one */
      status: number | null;
      error: string;
      /** @description The body that is sent, as JSON */
      body: string;
      /** @description The start of the last response */
      response: string;
    };
    WebhookWithSecret: {
      id: number;
      url: string;
      events: (
        | "article.published"
        | "article.updated"
        | "article.corrected"
        | "article.unpublished"
        | "article.removed"
        | "article.scheduled"
        | "page.published"
        | "issue.sent"
        | "subscriber.added"
        | "subscriber.removed"
        | "idea.added"
        | "idea.assigned"
        | "idea.changed"
        | "idea.drafted"
        | "idea.deleted"
        | "import.released"
      )[];
      is_active: boolean;
      /**
       * @description Why it was switched off: a week of failures, or the receiver responded with 410; otherwise empty
       * @enum {string}
       */
      off_because: "" | "failures" | "gone";
      /** Format: date-time */
      created: string;
      /** @description The last attempt */
      last: {
        /** Format: date-time */
        at: string;
        /** @description Of the response; null without one */
        status: number | null;
        /** @description Why the attempt failed; empty for a success */
        error: string;
      } | null;
      /** @description Failed attempts since the last success */
      failures: number;
      failing_since: string | null;
      /** @description Until when the secret before the current one signs too */
      former_secret_until: string | null;
      /** @description Shown only in this response */
      secret: string;
    };
    WholeIssueRevision: {
      /** @description Counted from 1 in each article */
      n: number;
      /** @description The name of the account that saved it; null for a deleted one */
      author: string | null;
      /** Format: date-time */
      created: string;
      /** @description Its name; empty without one */
      note: string;
      is_autosave: boolean;
      /** @description For an accepted suggestion: the name of the account that made it, null for a deleted one */
      suggested_by?: string | null;
      /**
       * Format: date-time
       * @description In the list, for the public version: since when it is public
       */
      public_since?: string;
      subject: string;
      preview: string;
      /** @description Plain text before the body */
      introduction: string;
      /** @description HTML, sanitised as an article's content, and `<article class="with-picture" data-article="12">`, `<aside class="sponsor">` */
      body: string;
      /** @description Articles after the text, except articles within the text */
      article_ids: number[];
    };
    WholePageRevision: {
      /** @description Counted from 1 in each article */
      n: number;
      /** @description The name of the account that saved it; null for a deleted one */
      author: string | null;
      /** Format: date-time */
      created: string;
      /** @description Its name; empty without one */
      note: string;
      is_autosave: boolean;
      /** @description For an accepted suggestion: the name of the account that made it, null for a deleted one */
      suggested_by?: string | null;
      /**
       * Format: date-time
       * @description In the list, for the public version: since when it is public
       */
      public_since?: string;
      title: string;
      /** @description The page's address, `/{slug}`; derived from the title if empty */
      slug: string;
      /** @description HTML, sanitised as an article's content, and blocks: `<aside class="stat-row|price-table|office|contact-form|last-updated|retention-table">` */
      content: string;
      seo_title: string;
      seo_description: string;
      /** @description Whether the footer links to it */
      in_menu: boolean;
    };
    WholeRevision: {
      /** @description Counted from 1 in each article */
      n: number;
      /** @description The name of the account that saved it; null for a deleted one */
      author: string | null;
      /** Format: date-time */
      created: string;
      /** @description Its name; empty without one */
      note: string;
      is_autosave: boolean;
      /** @description For an accepted suggestion: the name of the account that made it, null for a deleted one */
      suggested_by?: string | null;
      /**
       * Format: date-time
       * @description In the list, for the public version: since when it is public
       */
      public_since?: string;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /**
       * @description How its page is laid out; only `news` and `live` have a column next to the text
       * @enum {string}
       */
      layout: "news" | "long_read" | "photo_essay" | "live";
      /**
       * @description Where the picture is on its page: `automatic` follows the layout, `wide` is cropped to 21:9
       * @enum {string}
       */
      picture_place: "automatic" | "beside" | "above" | "wide" | "none";
      /** @description The title for search engines; empty for the article's */
      seo_title: string;
      /** @description The description for search engines; empty for the excerpt */
      seo_description: string;
      /** @description The title on social networks; empty for the article's */
      social_title: string;
      /** @description The text on social networks; empty for the search description */
      social_text: string;
      /** @description A picture of the media library; empty for the article's */
      social_image: string;
      /** @description Where the text was published first; empty for this site */
      canonical_url: string;
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description Whether search engines are asked not to list it */
      is_noindex: boolean;
      content: string;
      /** @description The category's name */
      category: string;
      tags: string[];
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      /** @description The newsroom's sources */
      sources: string[];
      /** @description The names of the article's authors */
      authors: string[];
    };
    WholeTemplate: {
      id: number;
      name: string;
      /** @description The creator, if known */
      author: string | null;
      /** @description Whether the caller may change and delete it */
      may_change: boolean;
      /** Format: date-time */
      updated: string;
      fields: {
        [key: string]: unknown;
      };
    };
    WireRule: {
      id: number;
      words: string[];
      /**
       * @description `topic`: drafts get the topic; `mute`: the story is not in the inbox
       * @enum {string}
       */
      effect: "topic" | "mute";
      topic: string;
    };
    WireSource: {
      id: number;
      /** @description The address of its feed */
      url: string;
      title: string;
      /** @description The page that it is the feed of; empty if unknown */
      site_url: string;
      /** @description The category of drafts that are made of its stories; empty for the oldest one */
      category: string;
      is_active: boolean;
      /**
       * @description Why it was switched off: its host said that the feed is gone, or it failed for 14 days; otherwise empty
       * @enum {string}
       */
      off_because: "" | "gone" | "failures";
      /** Format: date-time */
      created: string;
      /** @description The last attempt to fetch it */
      polled: string | null;
      succeeded: string | null;
      /** @description When it is fetched next; null while it is switched off */
      due: string | null;
      /** @description Why the last attempt failed; empty for a success */
      error: string;
      /** @description Failed attempts since the last success */
      failures: number;
      /** @description Whether a hub sends changes immediately (WebSub) */
      is_pushed: boolean;
      /** @description Items of it that are stored */
      items: number;
    };
    WireStory: {
      source: {
        id: number;
        title: string;
      };
      title: string;
      /** @description Plain text */
      summary: string;
      author: string;
      /** @description The page on the publisher's site; empty if the feed has none */
      address: string;
      /** Format: date-time */
      published: string;
      id: number;
      /** @enum {string} */
      state: "new" | "dismissed" | "drafted" | "muted";
      /** @description What rules gave it */
      topics: string[];
      /** @description The draft that was made of it */
      article: number | null;
      /** @description Items that report the same, from the oldest on */
      others: {
        source: {
          id: number;
          title: string;
        };
        title: string;
        /** @description Plain text */
        summary: string;
        author: string;
        /** @description The page on the publisher's site; empty if the feed has none */
        address: string;
        /** Format: date-time */
        published: string;
      }[];
    };
    WorkingCopy: {
      id: number;
      title: string;
      excerpt: string;
      /** @description The readable part of its address: made from the title until an editor sets it */
      slug: string;
      image_url: string;
      /** @description The picture's description; empty for a decorative picture */
      image_alt: string;
      /** @description The language of the text, as a BCP 47 tag; empty for the site's, English */
      language: string;
      /**
       * @description The kind of text. Readers must see that an article is `sponsored`
       * @enum {string}
       */
      genre: "news" | "opinion" | "analysis" | "review" | "explainer" | "sponsored";
      /** @enum {string} */
      status: "published" | "ready" | "draft";
      is_auto_update: boolean;
      is_featured: boolean;
      is_editors_pick: boolean;
      is_breaking: boolean;
      /** @description The category's name */
      category: string;
      category_slug: string;
      authors: {
        name: string;
        image_url: string;
        bio: string;
        links: components["schemas"]["ProfileLink"][];
        id: number | null;
        /** @description The last part of the address of the author's page */
        slug: string | null;
      }[];
      /** @description The authors as they are shown on pages */
      byline: string;
      /** @description The first author's picture, of an opinion */
      portrait_url?: string;
      /** @description ISO 8601 in UTC; in the future for a scheduled article */
      published_date: string | null;
      last_updated: string | null;
      tags: string[];
      /** @description The title for search engines; empty for the article's */
      seo_title: string;
      /** @description The description for search engines; empty for the excerpt */
      seo_description: string;
      /** @description The title on social networks; empty for the article's */
      social_title: string;
      /** @description The text on social networks; empty for the search description */
      social_text: string;
      /** @description A picture of the media library; empty for the article's */
      social_image: string;
      /** @description Where the text was published first; empty for this site */
      canonical_url: string;
      /** @description Whether search engines are asked not to list it */
      is_noindex: boolean;
      /**
       * @description How its page is laid out; only `news` and `live` have a column next to the text
       * @enum {string}
       */
      layout: "news" | "long_read" | "photo_essay" | "live";
      /**
       * @description Where the picture is on its page: `automatic` follows the layout, `wide` is cropped to 21:9
       * @enum {string}
       */
      picture_place: "automatic" | "beside" | "above" | "wide" | "none";
      content: string;
      author: components["schemas"]["ArticleAuthor"];
      /** @description The authors' holdings when the article was published, if any; omitted from write responses */
      disclosures?: {
        name: string;
        symbols: string[];
      }[];
      /** @description The newsroom's sources; for editors only */
      sources?: string[];
      /** @description Whether it has a working copy; for editors only */
      has_draft?: boolean;
      /** @description The text with its open suggestions as `ins` and `del`, if there are any; for editors only */
      text_with_suggestions?: string;
      /** Format: date-time */
      saved: string;
      /** @description The name of the account; null for a deleted one */
      saved_by: string | null;
      /** @description When it becomes public, if a time was set */
      publish_at: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}

/** The operations that accept an `Idempotency-Key`. */
export const KEYED: readonly string[] = [
  "POST /ads",
  "POST /articles",
  "PUT /articles/{id}",
  "PUT /articles/{id}/draft",
  "POST /articles/{id}/publish",
  "PUT /articles/{id}/suggestion",
  "POST /articles/{id}/suggestions/accept",
  "POST /articles/{id}/suggestions/reject",
  "POST /articles/{id}/suggestions/withdraw",
  "POST /authors",
  "POST /budget",
  "POST /categories",
  "POST /contact/{id}/replies",
  "POST /newsletter/issues",
  "PUT /newsletter/issues/{id}",
  "PUT /newsletter/issues/{id}/draft",
  "POST /newsletter/issues/{id}/send",
  "PUT /newsletter/issues/{id}/suggestion",
  "POST /newsletter/issues/{id}/suggestions/accept",
  "POST /newsletter/issues/{id}/suggestions/reject",
  "POST /newsletter/issues/{id}/suggestions/withdraw",
  "POST /pages",
  "PUT /pages/{id}",
  "PUT /pages/{id}/draft",
  "POST /pages/{id}/publish",
  "PUT /pages/{id}/suggestion",
  "POST /pages/{id}/suggestions/accept",
  "POST /pages/{id}/suggestions/reject",
  "POST /pages/{id}/suggestions/withdraw",
  "POST /series",
  "POST /topics",
];
