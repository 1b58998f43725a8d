import { describe, expect, test } from "vitest";
import { migrationFaults } from "./migration-rules.ts";
import { repositoryFiles } from "./repository-files.ts";

/** From here on two releases work beside each other. */
const FIRST_CHECKED = 44;

const migrations = repositoryFiles(/^db\/migrations\/[0-9]{4}-.*\.sql$/).map(({ path, text }) => ({
  name: path.slice("db/migrations/".length),
  text,
}));

test("a migration only adds, or says which release stopped using what it takes away", () => {
  const checked = migrations.filter(({ name }) => Number(name.slice(0, 4)) >= FIRST_CHECKED);
  expect(checked.length).toBeGreaterThan(0);
  expect(checked.flatMap(({ name, text }) => migrationFaults(name, text).map((fault) => `${name}: ${fault}`))).toEqual([]);
});

describe("what takes something away, or locks a table for long, is found", () => {
  test.each([
    ["alter table runs drop column stage;", "drops"],
    ["ALTER TABLE runs\n  DROP stage;", "drops"],
    ["drop table runs;", "drops"],
    ["drop index runs_feed;", "drops"],
    ["alter table runs rename column stage to part;", "renames"],
    ["alter table runs rename to works;", "renames"],
    ["alter table runs add column part text not null;", "not null without a default"],
    ["alter table runs alter column stage set not null;", "not null"],
    ["alter table runs alter column progress type bigint;", "type"],
    ["alter table runs add constraint c check (progress > 1);", "not valid"],
    ["alter table runs add foreign key (feed_id) references feeds;", "not valid"],
    ["create index i on runs (stage);", "index"],
    ["create unique index i on runs (stage);", "index"],
    ["create or replace function f() returns int language sql as $$ select 1 $$;", "replaces"],
  ])("%s", (sql, fault) => {
    expect(migrationFaults("0050-x.sql", sql).join()).toContain(fault);
    expect(migrationFaults("0050-x.sql", `-- Nobody reads it.\n-- contract: unused since 1.2.0, schema 0049\n${sql}`)).toEqual([]);
  });
});

test("what only adds is no fault", () => {
  const sql = `
    -- drop table runs: a comment is no statement
    create table parts (id bigint primary key, run_id bigint not null references runs (id));
    create index parts_run on parts (run_id);
    alter table runs add column part text, add column tries integer not null default 0;
    alter table runs add constraint c check (tries >= 0) not valid;
    create function note() returns trigger language plpgsql as $$ begin delete from parts; drop table x; return null; end $$;
    create trigger note after insert on runs for each row execute function note();
    insert into parts (id) values (1);`;
  expect(migrationFaults("0050-x.sql", sql)).toEqual([]);
});

test("an index of a table that is small says so, and a contract step names a schema before its own", () => {
  expect(migrationFaults("0050-x.sql", "-- Brief: a table of a few rows.\ncreate index i on runs (stage);")).toEqual([]);
  expect(migrationFaults("0050-x.sql", "-- contract: unused since 1.2.0, schema 0050\ndrop table runs;").join()).toContain(
    "before its own",
  );
});
