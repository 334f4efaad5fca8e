-- A world file. The order of the rows of a record table is the order of the world.

-- What there is once: the world, its survey, its incarnation, and what the service notes.
create table facts (name text primary key, value text not null) strict;

-- The random name of this history of the world, so that those who keep copies of its events and its audit tell two
-- histories apart.
insert into facts values ('incarnation', lower(hex(randomblob(16))));

-- The tables of the world, each record as JSON under its key. docs/decisions/0002-one-world-file.md
create table accounts (key text not null unique, record text not null) strict;
create table sessions (key text not null unique, record text not null) strict;
create table players (key text not null unique, record text not null) strict;
create table technologies (key text not null unique, record text not null) strict;
create table discoveries (key text not null unique, record text not null) strict;
create table characters (key text not null unique, record text not null) strict;
create table containers (key text not null unique, record text not null) strict;
create table guilds (key text not null unique, record text not null) strict;
create table camps (key text not null unique, record text not null) strict;
create table mapObjects (key text not null unique, record text not null) strict;
-- The entries of Banlist.json, and the bans of players whose UserId is not known, which that file cannot hold.
create table userBans (key text not null unique, record text not null) strict;
create table ipBans (key text not null unique, record text not null) strict;
create table playerBans (key text not null unique, record text not null) strict;
-- What is kept beside a running game server: changes that wait for its save, the batches that write them, the pairs of
-- UserId and PlayerUID that it has named, and its ban list.
create table deliveries (key text not null unique, record text not null) strict;
create table deliveryBatches (key text not null unique, record text not null) strict;
create table identities (key text not null unique, record text not null) strict;
create table gameBans (key text not null unique, record text not null) strict;
-- The newest events; the key is the event's id.
create table events (key integer primary key, record text not null) strict;

-- Where players are; written now and then, not with every step.
create table locations (uid text primary key, x real not null, y real not null, z real not null) strict;

-- Events that the world no longer keeps and that no stream of a fleet has yet. The key is the event's id.
create table unsentEvents (key integer primary key, at integer not null, record text not null) strict;

-- Every write, allowed or refused: who did what to whom, and how it ended. `at`: ms since 1970.
create table audit (
  id integer primary key autoincrement,
  at integer not null,
  token text not null,
  ip text not null,
  route text not null,
  target text not null,
  outcome text not null,
  status integer not null,
  reason text not null,
  request text not null,
  summary text not null default '',
  request_id text not null default '',
  idempotency_key text not null default '',
  player_uid text not null default '',
  player_user_id text not null default '',
  player_name text not null default '',
  event_id integer
) strict;
-- The id is the rowid, so each index has the entries of one value in the order of their ids.
create index audit_by_time on audit (at);
create index audit_by_player on audit (player_uid) where player_uid <> '';
create index audit_by_route on audit (route);
create index audit_by_token on audit (token);
-- A trigram index of the texts. Entries are added in batches, which costs a tenth of adding each by itself;
-- audit_indexed has the id of the last one that was added.
create virtual table audit_text using fts5 (
  summary, reason, target, content = 'audit', content_rowid = 'id', detail = none, columnsize = 0, tokenize = 'trigram'
);
create table audit_indexed (id integer not null) strict;
insert into audit_indexed values (0);
create trigger audit_removed after delete on audit when old.id <= (select id from audit_indexed) begin
  insert into audit_text (audit_text, rowid, summary, reason, target)
  values ('delete', old.id, old.summary, old.reason, old.target);
end;

-- Outcomes of writes that were applied and carried an Idempotency-Key, for those who ask again. `token`: the id of the
-- token. `at`: the time that the service had run, in ms (docs/decisions/0001). `code`: the error code, or OK.
-- `delivery`: the delivery that the write became.
create table outcomes (
  token text not null,
  key text not null,
  fingerprint text not null,
  at integer not null,
  status integer not null,
  body text not null,
  code text not null,
  delivery text not null,
  primary key (token, key)
) strict;
create index outcomes_by_age on outcomes (at);
-- How many keys a token has, so that nobody counts a million rows to refuse one more.
create table key_counts (token text primary key, keys integer not null) strict;
create trigger key_added after insert on outcomes begin
  insert into key_counts values (new.token, 1) on conflict (token) do update set keys = keys + 1;
end;
create trigger key_removed after delete on outcomes begin
  update key_counts set keys = keys - 1 where token = old.token;
  delete from key_counts where token = old.token and keys = 0;
end;

-- The states of the save that the world comes from: `base` is the one its changes are counted from, `former` those
-- before an apply, `copy` those written elsewhere. `pending` is one that an apply is writing, in the place of the base,
-- or of `replaced`, which the game has written since. The base and what is pending have their content with them.
create table bases (
  id text primary key,
  state text not null check (state in ('base', 'pending', 'replaced', 'former', 'copy')),
  -- ms since 1970: when it was imported, or written.
  at integer not null,
  folder text not null,
  -- SHA-256 of the records that its import gives.
  records text not null
) strict;
create unique index one_base on bases (state) where state in ('base', 'pending', 'replaced');
create table baseFiles (
  base text not null references bases (id) on delete cascade,
  -- Inside the save folder, with forward slashes.
  path text not null,
  sha256 text not null,
  -- As on disk, so packed already.
  content blob,
  primary key (base, path)
) strict;
-- Bases whose changes have reached a save, also those of worlds that this one has replaced.
create table appliedBases (id text primary key, at integer not null) strict;
