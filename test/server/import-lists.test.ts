import { expect, test } from "vitest";
import type { Import } from "#features/transfer/imports/endpoints.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
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
