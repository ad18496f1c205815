import type { ColumnRole } from "../endpoints.ts";

/** The meaning of a cell for the subscription. */
export type Meaning = "subscribed" | "left" | "unknown";

/** Lower case without accents and signs, words separated by single spaces: `Email_Disabled` is `email disabled`. */
const plainWords = (text: string): string =>
  text
    .slice(0, 100)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}✓]+/gu, " ")
    .trim();

const phrases = (text: string): ReadonlySet<string> => new Set(text.split(",").map(plainWords).filter(Boolean));
/** Matches texts in which a word begins with one of these; in scripts without spaces, texts that contain one. */
function stems(text: string) {
  const list = [...phrases(text)].map((stem) => (/^[\p{Script=Han}\p{Script=Hangul}]/u.test(stem) ? stem : ` ${stem}`));
  return (plain: string) => list.some((stem) => ` ${plain}`.includes(stem));
}

/** Matches texts that contain one of these as whole words. */
function words(text: string) {
  const list = [...phrases(text)].map((phrase) => ` ${phrase} `);
  return (plain: string) => list.some((phrase) => ` ${plain} `.includes(phrase));
}

const YES = phrases(
  "true,yes,y,1,on,x,t,checked,ja,j,oui,si,sim,s,tak,da,да,так,evet,kyllä,igen,ano,ndiyo,はい,是,예,✓",
);
const NO = phrases(
  "false,no,n,0,off,f,never,none,null,nil,nein,non,nee,nej,nei,não,nie,ne,нет,ні,hayır,ei,nem,nu,hapana,いいえ,否,아니오",
);

/** States of people who get issues, in the exports of other services and in other languages. */
const SUBSCRIBED = phrases(
  `active,subscribed,subscriber,enabled,confirmed,verified,regular,premium,opted in,opt in,optin,double opt in,single opt in,paid,free,
  comped,gifted,trialed,valid,deliverable,aktiv,aktiviert,abonniert,angemeldet,eingetragen,bestätigt,actif,activé,abonné,abonnée,inscrit,
  inscrite,confirmé,confirmée,activo,activa,suscrito,suscrita,confirmado,confirmada,attivo,attiva,iscritto,iscritta,confermato,confermata,
  ativo,ativa,inscrito,inscrita,cadastrado,assinante,actief,ingeschreven,aangemeld,geabonneerd,bevestigd,prenumererar,prenumerant,
  bekräftad,tilmeldt,påmeldt,abonnent,bekræftet,bekreftet,tilaaja,aktiivinen,aktywny,aktywna,zapisany,zapisana,potwierdzony,aktivní,
  přihlášen,aktív,feliratkozott,activ,abonat,активен,активный,подписан,подтвержден,активний,підписаний,aktif,abone,onaylı,amejisajili,
  有効,登録済み,登録中,購読中,已订阅,活跃,有效,구독,구독중,활성`,
);

/** Parts of unambiguous states: unsubscribed or unreachable. */
const isClearlyLeft = stems(
  `unsub,unconfirmed,opted out,opt out,optout,bounced,blocklisted,blacklisted,blocked,complained,complaint,suppressed,spam,undeliver,
  abgemeldet,abbestellt,ausgetragen,unbestätigt,désabonn,désinscri,desuscri,dado de baja,disiscri,descadastr,uitgeschreven,
  afgemeld,avregistrer,avmeldt,afmeldt,frameldt,wypisan,odhlášen,leiratkoz,dezabonat,отписа,відписа,退会,配信停止,購読解除,退订,수신거부,구독취소`,
);
/** Parts of all other states in which people get no issues. The editor is asked about unlisted states. */
const isLeft = stems(
  `left,removed,deleted,cancel,inactive,disabled,deactivated,bounce,clean,junk,abuse,block,
  denied,pending,waiting,awaiting,validating,invalid,unverified,unactivated,archived,transactional,churned,paused,malformed,needs attention,expired,
  rejected,failed,do not,dnc,banned,inaktiv,gekündigt,gesperrt,ausstehend,gelöscht,deaktiviert,wartend,inactif,désactiv,en attente,
  bloqu,supprim,rebond,plainte,inactiv,desactiv,cancelad,baja,pendient,rebot,eliminad,anulad,inattiv,disattiv,cancellat,annullat,in attesa,
  bloccat,rimoss,inativ,pendente,removid,inactief,opgezegd,in afwachting,geblokkeerd,verwijderd,avslutad,väntande,blockerad,avventer,
  afventer,blokeret,blokkert,slettet,slettede,peruttu,odottaa,nieaktywn,niepotwierdz,zablokowan,oczekuj,anulowan,usunięt,neaktivní,függőben,
  заблокирован,ожида,удален,неактив,pasif,beklemede,engellen,iptal,silindi,解除,停止,未,無効,无效,取消,禁用,待,해지,차단,대기`,
);

const isNegated = words("not,no,never,non,nicht,niet,ikke,inte,não,nie,ne,не");

/** The meaning of a state; an empty one does not exclude the person. */
export function meaningOfState(value: string): Meaning {
  const plain = plainWords(value);
  if (plain === "" || SUBSCRIBED.has(plain)) return "subscribed";
  return isClearlyLeft(plain) || isLeft(plain) || isNegated(plain) ? "left" : "unknown";
}

const CLEAR = phrases(
  "subscribed,abonniert,abonné,suscrito,iscritto,aangemeld,tilmeldt,påmeldt,zapisany,подписан,購読中,已订阅,pending,unactivated,cleaned",
);
/** Finds cells without a clear state fast: most cells of a large file are names and dates. */
const MAYBE_CLEAR =
  /sub|onfirm|abon|opt|bounced|unactiv|activ|lock|list|clean|pend|ompl|spam|suppress|deliver|mel[dt]|bestell|getragen|bestätigt|inscri|iscri|baja|registr|schreven|pis|hlá|leirat|отпис|подпис|退|停|購|订|거부|취소/i;

/** Whether a cell can only be about a subscription, whatever the heading of its column is. */
export function isClearState(value: string): boolean {
  if (value.length > 40 || !MAYBE_CLEAR.test(value)) return false;
  const plain = plainWords(value);
  return CLEAR.has(plain) || (plain.split(" ").length <= 3 && isClearlyLeft(plain));
}

const isTime = (value: string) => /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{10}$|\d{13}$)/.test(value.trim());

/** The meaning of a cell in a column in which yes, or a date, means subscribed. */
export function meaningOfYes(value: string): Meaning {
  const plain = plainWords(value);
  if (YES.has(plain) || isTime(value)) return "subscribed";
  return plain === "" || NO.has(plain) ? "left" : meaningOfState(value);
}

/** The meaning of a cell in a column in which anything but no, for example a date, means unsubscribed. */
export function meaningOfNo(value: string): Meaning {
  const plain = plainWords(value);
  return plain === "" || NO.has(plain) || isEmptyDate(value) ? "subscribed" : "left";
}
const isEmptyDate = (value: string) => value.trim().startsWith("0000-00-00");

export function isYesOrNo(value: string): boolean {
  const plain = plainWords(value);
  return YES.has(plain) || NO.has(plain);
}

/** Headings of columns in which yes, or a date, means unsubscribed or unreachable. */
const isLeftHeading = stems(
  `unsub,unsuscri,opt out,opted out,optout,disabled,deleted,removed,bounce,complain,spam,suppress,blacklist,blocklist,blocked,do not,dnc,
  unconfirmed,inactive,clean,cancel,undeliver,abgemeldet,abbestellt,abmelde,gesperrt,gelöscht,désabonn,désinscri,baja,desuscri,cancelad,disiscri,
  cancellat,descadastr,uitgeschreven,afgemeld,avregistrer,avmeldt,afmeldt,wypis,отписа,退会,解除,退订`,
);
const isConfirmedHeading = stems(
  `confirm,verified,optin,opt in,double opt,bestätigt,confirmé,confermat,bevestigd,potwierdz,подтвержд`,
);
const isYesHeading = stems(
  `subscribed,subscriber,subscription,active,enabled,accepts,consent,opted in,newsletter,mailing,receive,wants,gdpr,
  abonniert,abonnement,angemeldet,einwilligung,abonn,inscrit,actif,suscri,activo,consentimiento,boletín,iscritt,attivo,consenso,ativo,inscrit,
  actief,ingeschreven,aangemeld,nieuwsbrief,prenumer,nyhetsbrev,nyhedsbrev,tilmeldt,påmeldt,zapisan,zgoda,подпис,abone,購読,订阅`,
);
const isStateHeading = words(
  `status,state,statut,estado,estatus,stato,stav,stan,tila,tilstand,durum,zustand,статус,состояние,hali,állapot,stare,situação,subscriber type,状态,状態,ステータス,상태`,
);

type StatusRole = "status" | "yes" | "no";

/** The use of a column, by its heading. */
function statusRoleOf(heading: string): StatusRole | null {
  const plain = plainWords(heading);
  if (isStateHeading(plain)) return "status";
  if (isLeftHeading(plain)) return "no";
  return isConfirmedHeading(plain) || isYesHeading(plain) ? "yes" : null;
}

const headings = (text: string) => new Set(text.split(",").map((phrase) => plainWords(phrase)));

const EMAIL = headings(
  `email,e-mail,mail,email address,e-mail address,emailaddress,subscriber email,primary email,email id,adresse e-mail,adresse mail,adresse email,courriel,
  correo,correo electrónico,e-mail adresse,emailadresse,mailadresse,indirizzo email,indirizzo e-mail,posta elettronica,endereço de email,endereço de e-mail,e-mailadres,
  epost,e-post,e-postadress,sähköposti,adres email,adres e-mail,e-mailová adresa,почта,эл. почта,электронная почта,адрес электронной почты,eposta,e-posta,barua pepe,
  メール,メールアドレス,电子邮件,邮箱,电子邮箱,이메일`,
);
const NAME = headings(
  "name,full name,fullname,subscriber name,display name,nom complet,nombre,nombre completo,nome,nome completo,nome e cognome,naam,navn,namn,nimi,imię i nazwisko,jméno,имя,ім'я,ad soyad,isim,jina,名前,氏名,姓名,이름",
);
const FIRST = headings(
  "first name,firstname,fname,headingsGiven name,vorname,prénom,primer nombre,voornaam,fornavn,förnamn,etunimi,imię,ad,名",
);
const LAST = headings(
  "last name,lastname,lname,surname,family name,nachname,nom,nom de famille,apellido,apellidos,cognome,sobrenome,achternaam,etternavn,efternavn,efternamn,sukunimi,nazwisko,фамилия,soyad,姓",
);
const SINCE = headings(
  `created at,created,created on,creation date,date created,since,subscribed at,subscribed on,subscribed date,subscription date,subscribe date,signup date,sign up date,signed up,signed up at,
  date added,added,added at,added on,joined,joined at,join date,optin time,opt in time,opt in date,registered,registration date,registered at,date,date d'inscription,date de création,inscrit le,
  anmeldedatum,angemeldet am,erstellt,erstellt am,datum,fecha de alta,fecha de creación,fecha,data iscrizione,data di iscrizione,data de inscrição,data de cadastro,aanmelddatum,dato,oprettet,登録日,创建时间`,
);
/** Yes-or-no columns of other services that say nothing about a subscription. */
const OTHER =
  /^(?:complimentary plan|comped|paid|premium|vip|is (?:admin|test|paid|gift)|gift|complimentary|stripe|member rating|tracking|html)/;

export const isEmailHeading = (heading: string): boolean => EMAIL.has(plainWords(heading));

/** The facts about a column after all rows were read. */
export type ColumnFacts = { addresses: number; clearStates: number; others: number; yesOrNo: number };

type Given = { headings: string[] | null; facts: ColumnFacts[] };

/** The use of each column, and whether it is a guess that the editor must confirm. */
export function guessRoles({ headings, facts }: Given): { role: ColumnRole; isUnclear: boolean }[] {
  const headingsGiven = facts.map((_column, index) => headings?.[index] ?? "");
  const email = emailColumn(headingsGiven, facts);
  const hasEmailDisabled = headingsGiven.some((heading) => plainWords(heading) === "email disabled");
  const roles = facts.map((fact, index): { role: ColumnRole; isUnclear: boolean } => {
    const heading = headingsGiven[index] ?? "";
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
    const isGuess = !hasStatus && column.role === "ignore" && !OTHER.test(plainWords(headingsGiven[index] ?? ""));
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

/** The only column with the heading, else the one with most addresses; unclear if several qualify. */
function emailColumn(headings: string[], facts: ColumnFacts[]): { index: number; isUnclear: boolean } {
  const named = headings.flatMap((heading, index) => (isEmailHeading(heading) ? [index] : []));
  if (named.length > 0) return { index: named[0] ?? -1, isUnclear: named.length > 1 };
  const most = Math.max(0, ...facts.map(({ addresses }) => addresses));
  const full = facts.flatMap(({ addresses }, index) => (most > 0 && addresses === most ? [index] : []));
  return { index: full[0] ?? -1, isUnclear: full.length > 1 };
}
