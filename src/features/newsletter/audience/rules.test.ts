import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailAddress } from "#shared/schema.ts";
import lists from "./internal/words.json" with { type: "json" };
import type { SubscriberRow } from "./queries.ts";
import { CSV_HEAD, presentCsvLine } from "./queries.ts";
import { readSubscriberList } from "./rules.ts";

const emailsOf = async (csv: string) => (await readSubscriberList(csv)).readers.map(({ email }) => email);
const rolesOf = async (csv: string) => (await readSubscriberList(csv)).columns.map(({ role }) => role);

describe("a CSV of subscribers", () => {
  test.each([
    ["commas", "email,name\na@example.com,Ann"],
    ["semicolons, as German spreadsheets write", "name;email\nAnn, A.;a@example.com"],
    ["tabs, as pasted from a spreadsheet", "name\temail\nAnn; A.\ta@example.com"],
    ["bars", "name|email\nAnn, A.; B|a@example.com"],
    ["nothing, of one column", "email\na@example.com"],
    ["carriage returns alone between its rows", "email,name\ra@example.com,Ann\r"],
    ["commas, with semicolons in its cells", 'Email,"Tags; groups",status\na@example.com,"x; y",active'],
    ["commas, with semicolons outside quotes too", "Email,Tags; groups,status\na@example.com,x; y,active"],
    ["what a first line names", 'sep=;\r\nemail;"a,b"\r\na@example.com;x,y\r\n'],
    ["what a quoted first line names", '"sep=|"\nemail|name\na@example.com|x\n'],
    ["semicolons, without a heading that is known", "Adresse;Ort\na@example.com;Rom, Italien\n"],
  ])("may be separated by %s", async (_what, csv) => {
    expect(await readSubscriberList(csv)).toMatchObject({
      rows: 1,
      readers: [{ email: "a@example.com" }],
      invalid: 0,
    });
  });

  test.each([
    "email",
    "Email",
    "E-Mail",
    " EMAIL ",
    "email address",
    "E-mail_Address",
    "emailAddress",
    "correo electrónico",
  ])("has its addresses in the column %j", async (head) => {
    expect(await emailsOf(`contact@,${head}\nother@example.com,a@example.com`)).toEqual(["a@example.com"]);
  });

  test.each(["mail", "work email", "Kontakt"])(
    "has them in the column %j if only that one contains some",
    async (head) => {
      expect(await emailsOf(`id,${head}\n1,a@example.com`)).toEqual(["a@example.com"]);
    },
  );

  test("without a header, has a problem in a first row without an address", async () => {
    const list = await readSubscriberList("Ann\na@example.com");
    expect(list).toMatchObject({
      rows: 2,
      readers: [{ email: "a@example.com" }],
      problems: [{ line: 1, value: "Ann" }],
    });
  });

  test("keeps names and dates", async () => {
    const { readers } = await readSubscriberList(
      [
        "email,first_name,Last Name,created_at",
        "a@example.com,Ann,Lee,2024-01-02T03:04:05.000Z",
        "b@example.com,Bo,,2024-01-02",
        "c@example.com,,,someday",
      ].join("\n"),
    );
    expect(readers).toEqual([
      { email: "a@example.com", name: "Ann Lee", since: Date.UTC(2024, 0, 2, 3, 4, 5) },
      { email: "b@example.com", name: "Bo", since: Date.UTC(2024, 0, 2) },
      { email: "c@example.com", name: "", since: null },
    ]);
  });

  test.each([
    ["day first", "31/12/2023", [Date.UTC(2024, 2, 4), Date.UTC(2023, 11, 31)]],
    ["month first", "12/31/2023", [Date.UTC(2024, 3, 3), Date.UTC(2023, 11, 31)]],
    ["an order that is not known", "01/02/2023", [null, null]],
  ])("reads dates with the %s", async (_order, last, since) => {
    const list = await readSubscriberList(`email,joined\na@example.com,04/03/2024\nb@example.com,${last}`);
    expect(list.readers.map((reader) => reader.since)).toEqual(since);
  });

  test("joins a first name that is called a name with the family name", async () => {
    const names = async (csv: string) => (await readSubscriberList(csv)).readers.map((reader) => reader.name);
    expect(await names("Correo,Nombre,Apellidos\na@example.com,Ana,García\nb@example.com,,López\n")).toEqual([
      "Ana García",
      "López",
    ]);
    expect(await names("email,name,first name,last name\na@example.com,Ann B. Lee,Ann,Lee\n")).toEqual(["Ann B. Lee"]);
    expect(await names("email,name,surname\na@example.com,Ann Lee,Lee\n")).toEqual(["Ann Lee"]);
  });

  test("counts an address once, however it is written, and reports how often it was repeated", async () => {
    const list = await readSubscriberList("email\na@example.com\n A@Example.COM \nb@example.com\na@example.com");
    expect(list).toMatchObject({
      rows: 4,
      repeated: 2,
      readers: [{ email: "a@example.com" }, { email: "b@example.com" }],
    });
  });

  test("skips empty rows, and names the line of a bad one, even after a cell of several lines", async () => {
    const list = await readSubscriberList('email,note\n\n , \na@example.com,"two\nlines"\nnobody,x\n');
    expect(list).toMatchObject({ rows: 2, invalid: 1, problems: [{ line: 6, value: "nobody" }] });
  });

  test("reports the first hundred problems, truncated between characters, and counts the others", async () => {
    const value = `${"x".repeat(99)}🚀`;
    const list = await readSubscriberList(`email\n${`${value}\n`.repeat(101)}`);
    expect(list.invalid).toBe(101);
    expect(list.problems).toHaveLength(100);
    expect(list.problems[0]?.value).toBe(`${"x".repeat(99)}\ufffd`);
  });

  test.each([
    ["a row as long as a book", `"${"x".repeat(40_000)}"`],
    ["a quote that is not closed", '"b@example.com'],
    ["text after a quote", '"b"@example.com'],
    ["cells without a heading", "b@example.com,Smith, John"],
  ])("has one problem, and is otherwise read, if a row has %s", async (_what, row) => {
    const list = await readSubscriberList(`email,name\na@example.com,Ann\n${row}\nc@example.com,"C, C"`);
    expect(list.readers.map(({ email }) => email)).toEqual(["a@example.com", "c@example.com"]);
    expect(list).toMatchObject({ rows: 3, invalid: 1, problems: [{ line: 3 }] });
  });

  test("may have bare quotes within cells", async () => {
    const list = await readSubscriberList('email,name\na@example.com,Robert "Bob" Smith\nb@example.com,"B ""B"" B"');
    expect(list.readers.map(({ name }) => name)).toEqual(['Robert "Bob" Smith', 'B "B" B']);
  });

  test("is read in linear time, whatever its quotes", async () => {
    const csv = `email\n${'"x,"\n"y""",\n""z\n'.repeat(10_000)}a@example.com`;
    expect(await emailsOf(csv)).toEqual(["a@example.com"]);
  });

  test("with very many columns is rejected", async () => {
    await expect(readSubscriberList(`email${",x".repeat(300)}`)).rejects.toMatchObject({ name: "InvalidError" });
  });

  test("exported by us is read back as it was, whatever the addresses begin with", async () => {
    const local = fc.string({ unit: fc.constantFrom(..."ab'=+-/.{|}"), minLength: 1, maxLength: 4 });
    const name = fc.constantFrom("", "=1+1", 'A "B", C', "D; E");
    const subscriber = fc.record({ local, name, status: fc.constantFrom("active", "unsubscribed", "pending") });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(subscriber, { selector: (one) => one.local }), async (subscribers) => {
        const rows = subscribers.map(({ local, ...rest }, id) => ({
          ...{
            id,
            email: `${local}@example.com`,
            created_at: Date.UTC(2024, 0),
            changed_at: 0,
            bouncing: false,
            ...rest,
          },
        })) as SubscriberRow[];
        for (const { email } of rows) expect(emailAddress.parse(email)).toBe(email);
        const list = await readSubscriberList(CSV_HEAD + rows.map(presentCsvLine).join(""));
        const actives = rows.filter(({ status }) => status === "active");
        expect(list).toMatchObject({ rows: rows.length, invalid: 0, repeated: 0, question: null });
        expect(list.readers).toEqual(actives.map(({ email, name }) => ({ email, name, since: Date.UTC(2024, 0) })));
        expect(list.left).toBe(rows.length - actives.length);
      }),
    );
  });
});

describe("people who left", () => {
  test.each([
    [
      "Ghost",
      "id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at",
      "1,yes@x.example,Y,,true,false,2024-01-01,",
      "2,no@x.example,N,,false,false,2024-01-01,",
    ],
    [
      "Ghost, deleted",
      "id,email,subscribed_to_emails,deleted_at",
      "1,yes@x.example,true,",
      "2,no@x.example,true,2024-01-01T00:00:00.000Z",
    ],
    [
      "Substack",
      "email,active_subscription,email_disabled,created_at",
      "yes@x.example,false,false,2024-01-01",
      "no@x.example,true,true,2024-01-01",
    ],
    [
      "Listmonk",
      "uuid,email,name,attributes,status",
      '0b1f,yes@x.example,Y,"{}",enabled',
      '0b20,no@x.example,N,"{}",blocklisted',
    ],
    ["Listmonk, disabled", "uuid,email,status", "0b1f,yes@x.example,enabled", "0b20,no@x.example,disabled"],
    [
      "Mailchimp, unsubscribed",
      "Email Address,First Name,UNSUB_TIME,UNSUB_REASON",
      "yes@x.example,Y,,",
      "no@x.example,N,2024-01-01 10:00:00,N/A",
    ],
    ["Mailchimp, cleaned", "Email Address,CLEAN_TIME", "yes@x.example,", "no@x.example,2024-01-01 10:00:00"],
    ["Beehiiv", "email,status,created_at", "yes@x.example,active,2024-01-01", "no@x.example,validating,2024-01-01"],
    ["Buttondown", "email_address,type,notes", "yes@x.example,regular,", "no@x.example,unsubscribed,"],
    ["Buttondown, not confirmed", "email_address,subscriber_type", "yes@x.example,regular", "no@x.example,unactivated"],
    ["Brevo", "EMAIL,EMAIL_BLACKLISTED", "yes@x.example,false", "no@x.example,true"],
    ["HubSpot", "Email,Unsubscribed from all email", "yes@x.example,No", "no@x.example,Yes"],
    ["Shopify", "Email,Accepts Email Marketing", "yes@x.example,yes", "no@x.example,no"],
    [
      "MailPoet",
      "Email,Global status,List status",
      "yes@x.example,subscribed,subscribed",
      "no@x.example,subscribed,unconfirmed",
    ],
    ["Sendy", "Name,Email,Status", "Y,yes@x.example,Subscribed", "N,no@x.example,Marked as spam"],
    ["German", "E-Mail;Anmeldestatus", "yes@x.example;angemeldet", "no@x.example;abgemeldet"],
    ["French", "Adresse e-mail;Statut", "yes@x.example;Abonné", "no@x.example;Désabonné"],
    ["Spanish", "Correo;Estado", "yes@x.example;Suscrito", "no@x.example;Dado de baja"],
    ["Italian", "Email;Stato iscrizione", "yes@x.example;Iscritto", "no@x.example;Non confermato"],
    ["Portuguese", "Email;Situação", "yes@x.example;Ativo", "no@x.example;Descadastrado"],
    ["Russian", "Почта;Статус", "yes@x.example;Подписан", "no@x.example;Отписан"],
    ["Japanese", "メールアドレス,ステータス", "yes@x.example,購読中", "no@x.example,退会"],
    ["Arabic", "البريد الإلكتروني,الاسم,الحالة", "yes@x.example,أحمد,مشترك", "no@x.example,سارة,ألغى الاشتراك"],
    ["Arabic, negated", "البريد,حالة الاشتراك", "yes@x.example,مشتركة", "no@x.example,غير مشترك"],
    ["Swahili", "Barua pepe,Hali", "yes@x.example,amejisajili", "no@x.example,amejiondoa"],
    ["an unknown heading", "email,Verteiler", "yes@x.example,abonniert", "no@x.example,abbestellt"],
    ["a yes or no column in German", "email,abonniert", "yes@x.example,ja", "no@x.example,nein"],
    ["a date of opting in", "email,confirmed_at", "yes@x.example,2024-01-01", "no@x.example,"],
    ["no header", "first@x.example,active", "yes@x.example,active", "no@x.example,unsubscribed"],
  ])("are not subscribed: %s", async (_what, head, yes, no) => {
    const list = await readSubscriberList([head, yes, no].join("\n"));
    expect(list.question).toBeNull();
    const emails = list.readers.map(({ email }) => email).filter((email) => email !== "first@x.example");
    expect([emails, list.left, list.invalid]).toEqual([["yes@x.example"], 1, 0]);
  });

  test.each([
    "unsubscribed",
    "Pending",
    "bounced",
    "soft bounced",
    "cleaned",
    "no",
    "complained",
    "not confirmed",
    "inactive",
    "suppressed",
  ])("are those whose state is %j", async (state) => {
    const list = await readSubscriberList(
      `email,status\na@x.example,${state}\nb@x.example, Subscribed \nc@x.example,\nd@x.example`,
    );
    expect(list).toMatchObject({ left: 1, unclear: 0, question: null });
    expect(list.readers.map(({ email }) => email)).toEqual(["b@x.example", "c@x.example", "d@x.example"]);
  });

  test("are those whom any row calls unsubscribed, whichever row comes first", async () => {
    const list = await readSubscriberList(
      "email,status\na@x.example,active\nb@x.example,unsubscribed\nA@x.example,unsubscribed\nb@x.example,active",
    );
    expect(list).toMatchObject({ rows: 4, repeated: 2, readers: [], left: 2 });
  });

  test("are found by a state that only the last row has", async () => {
    const rows = Array.from({ length: 500 }, (_, number) => `r${number}@x.example,tag ${number % 9}`);
    const list = await readSubscriberList(["email,labels", ...rows, "no@x.example,unsubscribed"].join("\n"));
    expect(list).toMatchObject({ left: 1, unclear: 500, question: expect.stringContaining("tag") });
  });
});

describe("headings of names", () => {
  test.each([
    ["Given Name,Family Name", "Gina,Wafula"],
    ["given_name,family_name", "Gina,Wafula"],
    ["First Name,Last Name", "Gina,Wafula"],
    ["Forename,Surname", "Gina,Wafula"],
    ["Vorname,Nachname", "Gina,Wafula"],
    ["الاسم الأول,اسم العائلة", "Gina,Wafula"],
    ["Jina la kwanza,Jina la ukoo", "Gina,Wafula"],
  ])("are known: %s", async (head, names) => {
    const list = await readSubscriberList(`${head},Email Address\n${names},g@x.example`);
    expect(list).toMatchObject({ question: null, readers: [{ name: "Gina Wafula" }] });
  });

  test("and all other words of the lists contain no name of the program", () => {
    const texts = Object.values(lists).flat();
    expect(texts.filter((text) => /\p{Ll}\p{Lu}|_/u.test(text))).toEqual([]);
    expect(new Set(Object.values(lists).map((list) => list.length > 0))).toEqual(new Set([true]));
  });
});

describe("unclear columns", () => {
  test("are states that are not known, until the editor says what they mean", async () => {
    const csv = "email,status\na@x.example,active\nb@x.example,platinum\nc@x.example,zinc";
    const list = await readSubscriberList(csv);
    expect(list).toMatchObject({
      unclear: 2,
      readers: [{ email: "a@x.example" }],
      question: expect.stringContaining("platinum"),
    });
    const statuses = [
      { value: "Platinum", is_subscribed: true },
      { value: "zinc", is_subscribed: false },
    ];
    const answered = await readSubscriberList(csv, { statuses });
    expect(answered).toMatchObject({ unclear: 0, left: 1, question: null });
    expect(answered.readers.map(({ email }) => email)).toEqual(["a@x.example", "b@x.example"]);
  });

  test("are columns of yes and no where nothing says who is subscribed", async () => {
    const csv = "email,Rundbrief\na@x.example,ja\nb@x.example,nein";
    expect(await readSubscriberList(csv)).toMatchObject({ question: expect.stringContaining("Rundbrief") });
    const list = await readSubscriberList(csv, { columns: ["email", "yes"] });
    expect(list).toMatchObject({ question: null, left: 1, readers: [{ email: "a@x.example" }] });
    expect((await readSubscriberList(csv, { columns: ["email", "ignore"] })).readers).toHaveLength(2);
  });

  test.each([
    ["Thai", "อีเมล,สมาชิก", "สมัคร", "ยกเลิก"],
    ["Hindi", "ईमेल,सदस्यता", "सदस्य", "रद्द"],
    ["Hebrew", "דוא״ל,מנוי", "פעיל", "ביטל"],
    ["Vietnamese", "thư điện tử,tình trạng", "đang nhận", "đã hủy"],
    ["codes", "email,code", "S", "U"],
    ["numbers", "email,flag2", "2", "3"],
  ])("are columns of few values in any language: %s", async (_language, head, yes, no) => {
    const csv = `${head}\na@x.example,${yes}\nb@x.example,${no}\n`;
    const heading = head.split(",")[1] ?? "";
    expect(await readSubscriberList(csv)).toMatchObject({ question: expect.stringContaining(heading) });
    const statuses = [
      { value: yes, is_subscribed: true },
      { value: no, is_subscribed: false },
    ];
    const list = await readSubscriberList(csv, { columns: ["email", "status"], statuses });
    expect(list).toMatchObject({ question: null, left: 1, readers: [{ email: "a@x.example" }] });
  });

  test("are columns of few values without a heading, and next to a known state", async () => {
    for (const csv of ["a@x.example,ยกเลิก\nb@x.example,ยกเลิก", "email,status,กลุ่ม\na@x.example,active,ยกเลิก"])
      expect(await readSubscriberList(csv)).toMatchObject({ question: expect.stringContaining("mean") });
  });

  test("are columns with a date in some rows only, however many dates there are", async () => {
    const rows = Array.from({ length: 400 }, (_, day) => {
      const date = new Date(Date.UTC(2024, 0, day + 1)).toISOString().slice(0, 10);
      return `r${day}@x.example,${day === 7 ? "" : date}`;
    });
    const csv = ["email,วันที่ยกเลิก", ...rows].join("\n");
    expect(await readSubscriberList(csv)).toMatchObject({ question: expect.stringContaining("วันที่ยกเลิก") });
  });

  test("are dates of something else, which only some people have", async () => {
    const csv = "email,status,Subscription Date (Elsewhere)\na@example.com,active,\nb@example.com,active,2022-03-12\n";
    expect(await readSubscriberList(csv)).toMatchObject({
      question: "Please confirm what the column “Subscription Date (Elsewhere)” means.",
      left: 0,
      readers: [{ email: "a@example.com" }, { email: "b@example.com" }],
    });
  });

  test("stay unclear where the answers leave them out", async () => {
    const csv = "email,สมาชิก\na@x.example,ยกเลิก";
    expect(await readSubscriberList(csv, { columns: ["email"] })).toMatchObject({
      question: expect.stringContaining("สมาชิก"),
    });
    expect(await readSubscriberList(csv, { columns: ["email", "ignore"] })).toMatchObject({ question: null });
  });

  test("are neither free text nor columns that say nothing about a subscription", async () => {
    const rows = Array.from({ length: 60 }, (_, number) => `r${number}@x.example,words ${number},Nairobi`);
    expect(await readSubscriberList(["email,หมายเหตุ,city", ...rows].join("\n"))).toMatchObject({ question: null });
  });

  test("are several columns of addresses", async () => {
    expect(await readSubscriberList("a,b\nx@x.example,y@x.example")).toMatchObject({
      question: expect.stringContaining("a"),
    });
    expect(await rolesOf("invited by,email\nx@x.example,y@x.example")).toEqual(["ignore", "email"]);
  });
});
