import { REDIRECT_CODES, type RedirectCode } from "../rules.ts";

/** A row of a CSV or of a list in JSON: what each column says, by the name of the column. */
export type TableRow = { line: number; cells: readonly { name: string; value: string }[] };

/** A redirect of a file, or why it is none. */
export type Judged = { from: string } & ({ to: string; code: RedirectCode } | { why: string });

const names = (text: string): ReadonlySet<string> => new Set(text.split(",").map((name) => name.trim()));
/** The names of columns in exports of plugins and shops. Words are compared in lower case with single spaces. */
const FROM = names(
  `from,source,old,old url,source url,from url,url from,origin,origin url,original url,redirect from,old path,source path,
  request path,legacy url,legacy url pattern,incoming url,url`,
);
const TO = names(
  `to,target,new,new url,destination,destination url,target url,to url,url to,redirect to,new path,destination path,
  target path,redirect url,outgoing url,action data url`,
);
const CODE = names(
  `code,http code,status code,action code,http status,http status code,redirect type,redirect code,redirect status code,
  statuscode`,
);
const PERMANENT = names("permanent,is permanent");
const REGEX = names("regex,is regex,regexp,regular expression,pattern based,match data source flag regex");
const ENABLED = names("enabled,is enabled,active,is active,published");
const DISABLED = names("disabled,is disabled,inactive");
/** Columns that say how a redirect is counted, sorted or compared, which changes nothing here. */
const HARMLESS = names(
  `id,hits,hit count,hit,count,clicks,last count,last access,last accessed,last hit,title,name,note,notes,comment,comments,
  description,group,group id,group name,category,categories,tag,tags,position,order,priority,sort,created,created at,created on,
  date created,updated,updated at,modified,last modified,date,author,user,created by,uid,uuid,ignore,ignore case,case insensitive,
  ignore slash,ignore trailing slash,ignore protocol,ignore url params,query param,query params,query parameters,
  query string,match query string,match url,match data source flag query,match data source flag case,
  match data source flag trailing,match data options,log exclude,counter,hostname,reason`,
);

/** The name of a column in the form in which names are compared. */
export const columnName = (heading: string): string =>
  heading
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .replace(/[\s_.\-:]+/g, " ")
    .trim();

export const isFromName = (name: string): boolean => FROM.has(name);
export const isToName = (name: string): boolean => TO.has(name);
/** Whether a name makes the first line of a CSV its heading. */
export const isHeading = (cell: string): boolean => {
  const name = columnName(cell);
  return FROM.has(name) || TO.has(name) || CODE.has(name);
};

const ON = names("1,true,yes,y,on,enabled,active,published,publish");
const OFF = names("0,false,no,n,off,disabled,inactive,unpublished,draft,trash,trashed,suspended,paused,deactivated");
/** Values of a column that limits nothing. */
const NEUTRAL = names(
  `,0,false,no,none,null,any,all,*,both,-,n/a,default,url,exact,exactmatch,exact match,exactly,plain,equals,equal,redirect,
  1,true,yes,everyone,everybody,path,pathonly,und`,
);
const REGEX_WORDS = names("regex,regexmatch,regexp,regular expression,regex match");
const STEADY: Record<string, RedirectCode> = { permanent: 301, temporary: 302, "moved permanently": 301, found: 302 };
/** Columns whose words say whether a rule is used, which code it has, or how it matches. */
const MIXED = names("type,status,state,match,match type,matching,format,action,action type,redirect style,header");

export const codeOf = (given: string): RedirectCode | undefined => {
  if (given === "") return 301;
  const code = { "303": 302, "307": 302, "308": 301 }[given] ?? Number(given);
  return REDIRECT_CODES.find((one) => one === code);
};

/** What the columns next to the two addresses say. */
type Limits = { code: string; isRegex: boolean; why: string | null };

/** Reads a column; whatever is not understood is a reason to skip the row, because it may limit the rule. */
function readColumn(limits: Limits, { name, value: given }: TableRow["cells"][number]): void {
  const value = given.trim().toLowerCase();
  if (HARMLESS.has(name) || value === "") return;
  const skip = (why: string) => {
    limits.why ??= why;
  };
  if (CODE.has(name) || (MIXED.has(name) && /^[1-5]\d\d$/.test(value))) {
    limits.code = STEADY[value]?.toString() ?? value;
  } else if (PERMANENT.has(name)) {
    limits.code ||= ON.has(value) ? "301" : "302";
  } else if (REGEX.has(name) || (MIXED.has(name) && REGEX_WORDS.has(value))) {
    limits.isRegex = !OFF.has(value);
  } else if (ENABLED.has(name) || DISABLED.has(name)) {
    if ((ENABLED.has(name) ? OFF : ON).has(value)) skip("This redirect is switched off.");
    else if (!ON.has(value) && !OFF.has(value)) skip(notUnderstood(name, given));
  } else if (MIXED.has(name)) {
    readMixed(limits, { name, value, given }, skip);
  } else if (!NEUTRAL.has(value)) {
    skip(notUnderstood(name, given));
  }
}

type Mixed = { name: string; value: string; given: string };

function readMixed(limits: Limits, { name, value, given }: Mixed, skip: (why: string) => void): void {
  const steady = STEADY[value];
  if (steady !== undefined) limits.code ||= String(steady);
  else if (OFF.has(value) && !/match|format/.test(name)) skip("This redirect is switched off.");
  // Redirection's errors have their code in a column of its own.
  else if (!ON.has(value) && !NEUTRAL.has(value) && value !== "error") skip(notUnderstood(name, given));
}

const MAX_SHOWN = 40;

const notUnderstood = (name: string, value: string) =>
  `The column “${name}” says “${value.trim().slice(0, MAX_SHOWN).toWellFormed()}”, which is not supported. To import it anyway, remove the column.`;

/** Signs that only a regular expression has. */
const REGEX_SIGNS = /[\\^$]|\.[*+]|\((?:\?|\.|\\|\[)|\[[^[\]]*\][*+]/;

/** Reads a row by the names of its columns. */
export function judgeRow({ cells }: TableRow): Judged {
  const textOf = (isName: (name: string) => boolean) => cells.find(({ name }) => isName(name))?.value.trim() ?? "";
  const given = { from: textOf(isFromName), to: textOf(isToName) };
  const limits: Limits = { code: "", isRegex: false, why: null };
  for (const cell of cells) if (!FROM.has(cell.name) && !TO.has(cell.name)) readColumn(limits, cell);
  if (limits.why !== null) return { from: given.from, why: limits.why };
  const isRegex = limits.isRegex || REGEX_SIGNS.test(given.from);
  const simple = isRegex ? fromRegex(given) : given;
  if (!simple) return { from: given.from, why: "Regular expressions are not supported." };
  const code = codeOf(limits.code);
  return code === undefined ? { from: simple.from, why: `Code ${limits.code} is not supported.` } : { ...simple, code };
}

/** Rewrites a regular expression that only matches one path, or all below one; undefined for any other. */
export function fromRegex({ from, to }: { from: string; to: string }): { from: string; to: string } | undefined {
  const path = from
    .replace(/^\^/, "")
    .replace(/(\/\?)?\$$/, "")
    .replace(/\\([/.-])/g, "$1")
    .replace(/\/\(?\.[*+]\)?$/, "/*");
  if (/[()[\]{}|+?\\^$]/.test(path) || /\.\*/.test(path)) return undefined;
  const target = to.replace(/\$1(?!\d)/, "*");
  return /\$\d/.test(target) ? undefined : { from: path.startsWith("/") ? path : `/${path}`, to: target };
}
