import { randomBytes } from "node:crypto";
import { Client } from "pg";

/**
 * The service works as a role that owns its database and may do nothing beyond it: no other role, no other database, no file of the server. The
 * superuser that `initdb` makes is only used here, at each start, before anybody else connects. Its password is in a file that no role of the database can read;
 * the service role's is new with each start.
 */
export const SERVICE_ROLE = "feedwright_service";
const PASSWORD_BYTES = 24;

/** Of user objects that the superuser still owns: everything in a database that an earlier version made, and what such a version has added since. */
const TAKE_OVER = `
do $$
declare
  change text;
begin
  for change in
    select format('alter database %I owner to ${SERVICE_ROLE}', datname) from pg_database
    where datname = current_database() and datdba <> '${SERVICE_ROLE}'::regrole
    union all
    select format('alter schema %I owner to ${SERVICE_ROLE}', nspname) from pg_namespace
    where nspowner = 10 and nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
    union all
    select format('alter %s %I.%I owner to ${SERVICE_ROLE}',
      case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = 10 and c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      -- What belongs to a table or an extension goes with it.
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
    union all
    select format('alter routine %s owner to ${SERVICE_ROLE}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proowner = 10 and p.prokind <> 'a' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('alter type %I.%I owner to ${SERVICE_ROLE}', n.nspname, t.typname)
    from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
    where t.typowner = 10 and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and (t.typtype in ('d', 'e') or (t.typtype = 'c' and c.relkind = 'c'))
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
  loop
    execute change;
  end loop;
end $$`;

/** Answers the role's password. Also in a database of an earlier version, where the superuser did everything. */
export async function prepareServiceRole(superuser: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  const client = new Client({ connectionString: superuser, application_name: "feedwright start" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("begin");
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [SERVICE_ROLE]);
    if (rowCount === 0) await client.query(`create role ${SERVICE_ROLE}`);
    await client.query(
      `alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
    );
    await client.query(TAKE_OVER);
    await client.query("commit");
    return password;
  } finally {
    await client.end().catch(() => undefined);
  }
}
