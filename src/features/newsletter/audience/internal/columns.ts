import type { ColumnRole } from "../schema.ts";
import { plainWords, type StatusRole, statusRoleOf } from "./status-words.ts";

const list = (text: string) => new Set(text.split(",").map((phrase) => plainWords(phrase)));

const EMAIL = list(
  `email,e-mail,mail,email address,e-mail address,emailaddress,subscriber email,primary email,email id,adresse e-mail,adresse mail,adresse email,courriel,
  correo,correo electrónico,e-mail adresse,emailadresse,mailadresse,indirizzo email,indirizzo e-mail,posta elettronica,endereço de email,endereço de e-mail,e-mailadres,
  epost,e-post,e-postadress,sähköposti,adres email,adres e-mail,e-mailová adresa,почта,эл. почта,электронная почта,адрес электронной почты,eposta,e-posta,barua pepe,
  メール,メールアドレス,电子邮件,邮箱,电子邮箱,이메일`,
);
const NAME = list(
  "name,full name,fullname,subscriber name,display name,nom complet,nombre,nombre completo,nome,nome completo,nome e cognome,naam,navn,namn,nimi,imię i nazwisko,jméno,имя,ім'я,ad soyad,isim,jina,名前,氏名,姓名,이름",
);
const FIRST = list(
  "first name,firstname,fname,given name,vorname,prénom,primer nombre,voornaam,fornavn,förnamn,etunimi,imię,ad,名",
);
const LAST = list(
  "last name,lastname,lname,surname,family name,nachname,nom,nom de famille,apellido,apellidos,cognome,sobrenome,achternaam,etternavn,efternavn,efternamn,sukunimi,nazwisko,фамилия,soyad,姓",
);
const SINCE = list(
  `created at,created,created on,creation date,date created,since,subscribed at,subscribed on,subscribed date,subscription date,subscribe date,signup date,sign up date,signed up,signed up at,
  date added,added,added at,added on,joined,joined at,join date,optin time,opt in time,opt in date,registered,registration date,registered at,date,date d'inscription,date de création,inscrit le,
  anmeldedatum,angemeldet am,erstellt,erstellt am,datum,fecha de alta,fecha de creación,fecha,data iscrizione,data di iscrizione,data de inscrição,data de cadastro,aanmelddatum,dato,oprettet,登録日,创建时间`,
);
/** Yes-or-no columns of other services that say nothing about a subscription. */
const OTHER =
  /^(?:complimentary plan|comped|paid|premium|vip|is (?:admin|test|paid|gift)|gift|complimentary|stripe|member rating|tracking|html)/;

export const isEmailHeading = (heading: string): boolean => EMAIL.has(plainWords(heading));

/** What is known of a column after all rows were read. */
export type ColumnFacts = { addresses: number; clearStates: number; others: number; yesOrNo: number };

type Given = { headings: string[] | null; facts: ColumnFacts[] };

/** What each column is used as, and whether that is a guess that the editor has to confirm. */
export function guessRoles({ headings, facts }: Given): { role: ColumnRole; isUnclear: boolean }[] {
  const given = facts.map((_column, index) => headings?.[index] ?? "");
  const email = emailColumn(given, facts);
  const hasEmailDisabled = given.some((heading) => plainWords(heading) === "email disabled");
  const roles = facts.map((fact, index): { role: ColumnRole; isUnclear: boolean } => {
    const heading = given[index] ?? "";
    if (index === email.index) return { role: "email", isUnclear: email.isUnclear };
    const plain = plainWords(heading);
    // Substack's `active_subscription` is about paying: those who read for free have none.
    if (hasEmailDisabled && plain === "active subscription") return { role: "ignore", isUnclear: false };
    const role = SINCE.has(plain) ? "since" : (nameRoleOf(plain) ?? statusRole(heading, fact));
    return { role: role ?? "ignore", isUnclear: false };
  });
  const hasStatus = roles.some(({ role }) => role === "status" || role === "yes" || role === "no");
  return roles.map((column, index) => {
    const fact = facts[index];
    const isGuess = !hasStatus && column.role === "ignore" && !OTHER.test(plainWords(given[index] ?? ""));
    const isYesOrNo = fact !== undefined && fact.yesOrNo > 0 && fact.others === 0;
    return isGuess && isYesOrNo ? { role: "yes", isUnclear: true } : column;
  });
}

const nameRoleOf = (plain: string): ColumnRole | null =>
  NAME.has(plain) ? "name" : FIRST.has(plain) ? "first_name" : LAST.has(plain) ? "last_name" : null;

function statusRole(heading: string, fact: ColumnFacts): StatusRole | null {
  if (fact.clearStates > 0) return "status";
  return statusRoleOf(heading);
}

/** The only column that is called so; else the one with most addresses. Several that could be it are unclear. */
function emailColumn(headings: string[], facts: ColumnFacts[]): { index: number; isUnclear: boolean } {
  const named = headings.flatMap((heading, index) => (isEmailHeading(heading) ? [index] : []));
  if (named.length > 0) return { index: named[0] ?? -1, isUnclear: named.length > 1 };
  const most = Math.max(0, ...facts.map(({ addresses }) => addresses));
  const full = facts.flatMap(({ addresses }, index) => (most > 0 && addresses === most ? [index] : []));
  return { index: full[0] ?? -1, isUnclear: full.length > 1 };
}
