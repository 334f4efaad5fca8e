import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testFolder } from '../testing/index.ts';
import { OtherSchemaError, openDatabase, openReplicaFile, readSchema } from './sqlite.ts';

const folder = testFolder();
let count = 0;

const SQL = `-- Comments and layout do not count.
create table audit (id integer primary key autoincrement, -- its number
  text text not null) strict;
create trigger audit_kept before delete on audit when old.id < 9 begin select raise(abort, 'kept'); end;`;
const ADDED = 'create table if not exists lists (key text primary key) strict;';

function schema(sql = SQL, added = '') {
  const file = join(folder, `${++count}.sql`);
  writeFileSync(file, sql);
  return { ...readSchema(file), added };
}

function open(file: string, of = schema()): void {
  openDatabase(file, { synchronous: 'normal', schema: of }).close();
}

function changed(sql: string, added?: string): string {
  const file = join(folder, `${++count}.db`);
  open(file, schema(SQL, added));
  using database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
  return file;
}

test('a database is opened again with other comments and layout, and with tables that its users add', () => {
  open(changed("insert into audit (text) values ('x')"), schema(SQL.replaceAll('\n', '\r\n')));
  open(changed(''), schema(SQL.replaceAll(/ *--.*/g, '')));
  open(changed(ADDED), schema(SQL, ADDED));
  open(changed('', ADDED), schema(SQL, ADDED));
});

const REFUSED: [change: string, problem: RegExp][] = [
  ['create trigger evil after insert on audit begin delete from audit; end', /holds the trigger "evil",/],
  ['create view evil as select 1', /holds the view "evil",/],
  ['create index evil on audit (text)', /holds the index "evil",/],
  [ADDED, /holds the table "lists",/],
  ['drop trigger audit_kept', /lacks the trigger "audit_kept"$/],
  ['pragma user_version = 1', /is of another version/],
];

for (const [change, problem] of REFUSED) {
  test(`a database after "${change}" is refused`, () => {
    assert.throws(
      () => open(changed(change)),
      (error) => {
        assert.ok(error instanceof OtherSchemaError);
        assert.match(error.message, problem);
        return true;
      },
    );
  });
}

test('a comment cannot hide that a statement is another', () => {
  for (const end of ['\r', '\u2028', '\u0085', '\v']) {
    const hidden = `drop trigger audit_kept;
      create trigger audit_kept before delete on audit --${end} when old.id < 9 begin select raise(abort, 'kept'); end;
      begin select 1; end`;
    assert.throws(() => open(changed(hidden)), /holds the trigger "audit_kept"/, JSON.stringify(end));
  }
});

test('a replica with a statement of a stranger is rebuilt', () => {
  const file = join(folder, 'replica.db');
  openReplicaFile(file, ADDED).close();
  const change = (sql: string) => {
    using database = new DatabaseSync(file);
    database.exec(sql);
  };
  change(`${ADDED} insert into lists values ('kept')`);
  const rows = () => {
    using database = openReplicaFile(file, ADDED);
    database.exec(ADDED);
    return database.prepare('select key from lists').all().length;
  };
  assert.equal(rows(), 1);
  change('create trigger evil after insert on lists begin delete from lists; end');
  assert.equal(rows(), 0);
});
