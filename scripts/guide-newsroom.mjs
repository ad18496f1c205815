/** A newsroom at work, for the pictures of docs: it adds people's texts, plans and requests to the demo content. */

const PASSWORD = "a long password of the guide";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Who can log in: the pictures show what the chief sees. */
export const PEOPLE = {
  chief: { email: "wanjiru@jarida.example", name: "Wanjiru Kamau", role: "chief", password: PASSWORD },
  editor: { email: "baraka@jarida.example", name: "Baraka Njoroge", role: "editor", password: PASSWORD },
  second: { email: "hannah@jarida.example", name: "Hannah Lindqvist", role: "editor", password: PASSWORD },
  writer: { email: "omar@jarida.example", name: "Omar Farah", role: "writer", password: PASSWORD },
};

const DIFFUSION = "From Static to Picture: How Diffusion Models Draw";
const SETTLEMENT = "The Trade Takes a Second. Why Does Settlement Take a Day?";
const ROLLUPS = "Rollups Do the Work Elsewhere and Prove It Here";
const BACKUPS = "A Backup You Have Never Restored Is Only a Hope";

/** Words of the first article that one of the pictures shows selected. */
export const SELECTED = "a machine can learn to undo it";

const LIGHT_CLIENTS = {
  title: "What a Light Client Checks, and What It Believes",
  excerpt: "A phone cannot hold a blockchain. It can still check more than most people expect, and has to trust less.",
  category: "Blockchain",
  tags: ["light clients", "nodes", "explainer"],
  content: [
    "<p>A full node downloads every block and repeats every calculation. A phone cannot, so its wallet asks somebody else. The question is how much of the answer it can check.</p>",
    "<h2>Headers only</h2>",
    "<p>A light client downloads the headers of blocks, about 80 bytes each in Bitcoin. A header commits to all transactions of its block. That makes a year of headers about 4 megabytes.</p>",
    "<p>To prove a payment, a server sends the path from the transaction to the header. For a block with 4,000 transactions that is twelve hashes.</p>",
    "<h2>What it cannot see</h2>",
    "<p>A server can leave something out. A light client cannot know that it was not told about a payment, so it should ask several servers.</p>",
  ].join(""),
};
const EDITED_LIGHT_CLIENTS = LIGHT_CLIENTS.content
  .replace(
    "The question is how much of the answer it can check.",
    "What matters is how much of the answer it can check by itself.",
  )
  .replace("That makes a year of headers about 4 megabytes.", "A year of headers takes about 4.2 megabytes.")
  .replace("so it should ask several servers.", "so a careful wallet asks several servers, run by different people.");

/** Articles on their way: by whom, in which state, and, for scheduled ones, in how many days at which hour (UTC). */
const PLANNED = [
  { by: "writer", title: "How an Oracle Tells a Contract the Time", category: "Blockchain", status: "ready" },
  { by: "writer", title: "Gas Refunds, and Why They Nearly Disappeared", category: "Blockchain", status: "draft" },
  { by: "editor", title: "A Field Guide to Market Makers", category: "Markets", status: "ready" },
  { by: "second", title: "The Cost of a Question: Pricing Model Calls", category: "AI", status: "draft" },
  { by: "second", title: "Password Managers, Compared by Failure", category: "Tech", days: 1, hour: 6 },
  { by: "editor", title: "What a Proof of Reserves Leaves Out", category: "Crypto", days: 1, hour: 11 },
  { by: "chief", title: "Small Models, Narrow Tasks", category: "AI", days: 2, hour: 7 },
  { by: "writer", title: "Who Pays for a Free Mint?", category: "NFTs", days: 3, hour: 8 },
  { by: "editor", title: "Basis Trades Without the Jargon", category: "Markets", days: 4, hour: 6 },
];

const ETHICS = {
  title: "Code of ethics",
  slug: "ethics",
  seo_title: "How Jarida works: our code of ethics",
  seo_description: "What we hold, who pays us, and how we correct what we got wrong.",
  in_menu: true,
  content: [
    "<p>We write about money, so readers should know ours. This page says what we may hold, who pays us, and what happens when we are wrong.</p>",
    '<aside class="stat-row"><ul><li><p><strong>2</strong> people read each article first</p></li><li><p><strong>0</strong> sponsored articles</p></li><li><p><strong>24 h</strong> to answer a correction</p></li></ul></aside>',
    "<h2>What we hold</h2>",
    "<p>Everyone declares holdings in a register. An article that names one of them says so at its end.</p>",
    "<h2>Corrections</h2>",
    "<p>We correct errors in the article itself, with a date, and list all of them on one page.</p>",
  ].join(""),
};

/** The API as one of the people; throws what it rejects. */
async function logIn(url, { email, password }) {
  const call = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  const { access } = await call("POST", "/token/", { email, password });
  return (method, path, body) => call(method, path, body, { authorization: `Bearer ${access}` });
}

/** A time in some days, at an hour in UTC. */
function at(days, hour) {
  const day = new Date(Date.now() + days * DAY);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), hour)).toISOString();
}

const opening = (title) =>
  `<p>${title}: a first draft, with the questions that the article should answer and the people to ask.</p>`;

async function planArticles(as) {
  const published = await as.chief("GET", "/articles/?status=published&order=asc&limit=100");
  for (const { by, days, hour, ...article } of PLANNED) {
    const { image_url } = published.find((old) => old.category === article.category);
    published.splice(
      published.findIndex((old) => old.image_url === image_url),
      1,
    );
    const scheduled = days && { status: "published", published_date: at(days, hour) };
    const made = await as.chief("POST", "/articles/", {
      ...article,
      ...scheduled,
      image_url,
      content: opening(article.title),
      excerpt: "What it is, who needs it, and what to ask before you rely on it.",
      authors: [PEOPLE[by].name],
    });
    if (!days) await as[by]("PUT", `/articles/${made.id}/draft/`, { content: opening(made.title) });
  }
}

/** An article that two people have worked on, with names for its versions. */
async function writeLightClients(as, { image_url }) {
  const { id } = await as.editor("POST", "/articles/", { ...LIGHT_CLIENTS, image_url });
  await as.editor("PUT", `/articles/${id}/`, { tags: ["light clients", "nodes", "wallets"] });
  await as.second("PUT", `/articles/${id}/`, { content: EDITED_LIGHT_CLIENTS });
  const versions = await as.second("GET", `/articles/${id}/revisions/`);
  await as.second("PATCH", `/articles/${id}/revisions/${versions.at(-1).n}/`, { note: "First draft" });
  return { id };
}

/** Requests, notes and suggestions: what colleagues want from the chief. */
async function askChief(as, { settlement, rollups, diffusion }, chiefId) {
  await as.editor("PUT", `/articles/${settlement.id}/asked/`, {
    person: chiefId,
    message: "Please check the netting example: the figures must add up.",
  });
  await as.second("POST", `/articles/${settlement.id}/notes/`, {
    quote: "one business day since May 2024",
    text: "Do we link the regulator's announcement here?",
  });
  await as.second("POST", `/articles/${diffusion.id}/notes/`, {
    quote: "give or take small differences between machines",
    text: "Can we name one, for readers who try it?",
  });
  const { content } = await as.second("GET", `/articles/${rollups.id}/`);
  const changes = [
    ["slow on purpose", "deliberately slow"],
    ["makes it sturdier without making it faster", "makes it sturdier, not faster"],
    ["take the second road", "choose the second way"],
  ];
  const suggest = (text, [words, instead], at) =>
    text.replace(
      words,
      `<del data-suggestion="change00${at}">${words}</del><ins data-suggestion="change00${at}">${instead}</ins>`,
    );
  await as.second("PUT", `/articles/${rollups.id}/suggestion/`, {
    text_with_suggestions: changes.reduce(suggest, content),
  });
}

/** A newsletter issue in the making, with two published articles and a sponsor. */
function writeIssue(as, [first, second]) {
  return as.chief("POST", "/newsletter/issues/", {
    subject: "Cheap transfers, and what they cost",
    preview: "Rollups explained, a backup test for Sunday, and a question about order books",
    body: [
      "<p>Good morning. This week we looked at where transactions go when a chain is full, and at who pays for the detour.</p>",
      `<article class="with-picture" data-article="${first.id}"></article>`,
      "<p>For the weekend, something that takes an hour and may save a year of photographs:</p>",
      `<article data-article="${second.id}"></article>`,
      '<aside class="sponsor"><p><a href="https://acme.example/">Acme Vaults</a></p><p>Hardware keys for newsrooms, with a spare in every box.</p></aside>',
    ].join(""),
  });
}

async function describePicture(as, article) {
  const pictures = await as.chief("GET", `/media/?query=${encodeURIComponent(article.image_url)}`);
  const [picture] = pictures;
  await as.chief("PATCH", `/media/${picture.id}/`, {
    alt: "Links of a chain in red, blue and white, over sand-coloured stripes",
    caption: "Three thousand transfers share one seat on the main chain.",
    credit: "Illustration: Jarida",
    licence: "CC BY 4.0",
  });
  await as.chief("POST", "/media/bulk/", { ids: [picture.id], change: { tags_add: ["scaling"] } });
  const all = await as.chief("GET", "/media/?limit=12");
  await as.chief("POST", "/media/bulk/", {
    ids: all.map(({ id }) => id),
    change: { tags_add: ["illustration"] },
  });
  return picture;
}

/** Adds all of it through the API, and returns what the pictures open. */
export async function fillNewsroom(url) {
  const as = {};
  for (const [who, person] of Object.entries(PEOPLE)) as[who] = await logIn(url, person);
  await as.chief("PUT", "/settings/newsroom/", {
    time_zone: "Africa/Nairobi",
    postal_address: "Jarida, Kenyatta Avenue 12, Nairobi",
  });
  await as.chief("PUT", "/settings/ads/", { shows_empty_slots: false });
  const find = async (title) =>
    (await as.chief("GET", `/articles/?query=${encodeURIComponent(title)}`)).find((found) => found.title === title);
  const diffusion = await find(DIFFUSION);
  const settlement = await find(SETTLEMENT);
  const rollups = await find(ROLLUPS);
  const backups = await find(BACKUPS);
  const { id: chiefId } = await as.chief("GET", "/accounts/users/me/");

  await planArticles(as);
  const lightClients = await writeLightClients(as, rollups);
  await askChief(as, { settlement, rollups, diffusion }, chiefId);
  const ethics = await as.chief("POST", "/pages/", ETHICS);
  const issue = await writeIssue(as, [rollups, backups]);
  await as.chief("POST", `/newsletter/issues/${issue.id}/send/`, { at: at(2, 5) });
  const picture = await describePicture(as, rollups);
  const picks = await as.chief("GET", "/articles/editors-picks/");
  const lead = await as.chief("GET", "/articles/featured/");
  await as.chief("PUT", "/home/order/", {
    lead: lead.slice(0, 2).map(({ id }, i) => ({ id, ends_at: i === 0 ? at(3, 15) : null })),
    picks: picks.slice(1, 4).map(({ id }) => ({ id })),
  });
  await as.chief("POST", "/articles/saved-views/", { name: "AI drafts", filters: "status=draft&category=ai" });
  await as.editor("PUT", `/articles/${backups.id}/draft/`, { excerpt: "Restore one file today, and find out." });
  return { diffusion, settlement, rollups, lightClients, ethics, issue, picture };
}
