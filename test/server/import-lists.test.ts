import { expect, test } from "vitest";
import type { Import } from "#features/transfer/imports/endpoints.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startImports } from "#test/support/import-site.ts";
import { startStaff } from "#test/support/staff.ts";

describeOnEngines("an import of a list of people with a question", (open) => {
  test("stores people who are subscribed by the answers, and subscribes and mails no others", async () => {
    const site = await startStaff(open);
    const csv =
      "email,status\nstays@mail.example,blauw\nleft@mail.example,groen\nbounced@mail.example,bounced\nasked@mail.example,pending\n";
    const form = await formRequest({}, { file: Buffer.from(csv) }, "people.csv");
    const headers = { ...form.headers, ...(await site.headersOf("chief")) };
    const answer = await site.app.inject({ method: "POST", url: "/api/imports/", payload: form.payload, headers });
    const { id } = answer.json<Import>();
    await site.runImports();
    const call = async (path: string, body: object = {}) => {
      const { status } = await site.as("chief", "POST", `/api/imports/${id}/${path}/`, body);
      await site.runImports();
      return { status, row: (await site.as("chief", "GET", `/api/imports/${id}/`)).body as Import };
    };
    expect((await call("start")).status, "nothing is stored before the answers").toBe(400);
    const statuses = ["blauw", "groen"].map((value) => ({ value, is_subscribed: value === "blauw" }));
    const { row } = await call("start", { answers: { "people.csv": { statuses } } });
    expect(row).toMatchObject({ state: "staged", error: "", counts: { subscribers: 1 } });
    expect(row.findings.map(({ message }) => message)).toEqual([
      "3 people have left or cannot be reached, by the file, and get no mail.",
    ]);
    expect((await call("release")).row).toMatchObject({ state: "released", error: "" });
    const people = () =>
      site.database.db
        .selectFrom("subscriber")
        .select(["email", "status"])
        .where("email", "like", "%@mail.example")
        .execute();
    expect(await people()).toEqual([{ email: "stays@mail.example", status: "active" }]);
    expect(await site.database.db.selectFrom("mail").selectAll().execute()).toEqual([]);
    expect((await call("undo")).row).toMatchObject({ state: "undone", error: "" });
    expect(await people()).toEqual([]);
  });
});

describeOnEngines("a second import of the same list", (open) => {
  test("owns only the people whom it adds, in whatever order both are undone", async () => {
    const site = await startImports(open);
    const people = async () =>
      (
        await site.database.db
          .selectFrom("subscriber")
          .select("email")
          .where("email", "like", "%@mail.example")
          .execute()
      ).map(({ email }) => email);
    const bring = async (emails: readonly string[], until: "start" | "release" = "release") => {
      const { body } = await site.upload(Buffer.from(`email\n${emails.join("\n")}\n`), "people.csv");
      await site.run(body.id);
      let row = await site.run(body.id, "start");
      if (until === "release") row = await site.run(body.id, "release");
      expect(row).toMatchObject({ error: "", state: until === "release" ? "released" : "staged" });
      return body.id;
    };
    await bring(["old@mail.example"]);
    const second = await bring(["old@mail.example", "new@mail.example"]);
    await site.run(second, "undo");
    expect(await people(), "those of the first stay").toEqual(["old@mail.example"]);

    const third = await bring(["old@mail.example", "late@mail.example"], "start");
    await site.run(third, "release");
    const fourth = await bring(["old@mail.example", "last@mail.example"], "start");
    await site.run(third, "undo");
    expect(await people(), "what a later import has read too").toEqual(["old@mail.example"]);
    await site.run(fourth, "release");
    expect((await people()).toSorted()).toEqual(["last@mail.example", "old@mail.example"]);
    await site.run(fourth, "undo");
    expect(await people()).toEqual(["old@mail.example"]);
  });

  test("adds those again whom an undo of the first has removed in between, and owns them", async () => {
    const site = await startImports(open);
    const list = Buffer.from("email\nreader@mail.example\n");
    const ids: number[] = [];
    for (const last of ["release", "start"]) {
      const { body } = await site.upload(list, "people.csv");
      await site.run(body.id);
      await site.run(body.id, "start");
      if (last === "release") await site.run(body.id, "release");
      ids.push(body.id);
    }
    const [first = 0, second = 0] = ids;
    const count = async () =>
      (
        await site.database.db
          .selectFrom("subscriber")
          .select("id")
          .where("email", "=", "reader@mail.example")
          .execute()
      ).length;
    await site.run(first, "undo");
    expect(await count()).toBe(0);
    await site.run(second, "release");
    expect(await count()).toBe(1);
    await site.run(second, "undo");
    expect(await count()).toBe(0);
  });
});
