-- What the worlds of a fleet report, for queries. Worlds send again what is missing here, as far as they keep it.
-- Times are ms since 1970. A row of a world is known by its history (incarnation) and its number there (seq).

-- Rows of each world, and the bytes of their records.
create table sizes (
  kind text not null,
  world text not null,
  rows integer not null,
  bytes integer not null,
  primary key (kind, world)
) strict, without rowid;

-- `data`: the record as JSON.
create table events (
  id integer primary key autoincrement,
  world text not null,
  incarnation text not null,
  seq integer not null,
  at integer not null,
  player_uid text not null,
  player_user_id text not null,
  player_name text not null,
  data text not null,
  type text generated always as (data ->> 'Type') virtual,
  unique (world, incarnation, seq)
) strict;
create index events_by_time on events (at);
create index events_by_world on events (world);
create index events_by_type on events (type);
create index events_by_player_uid on events (player_uid) where player_uid <> '';
create index events_by_player_user_id on events (player_user_id) where player_user_id <> '';
create index events_by_player_name on events (player_name collate nocase) where player_name <> '';

-- `player_user_id`: of the player whom the entry is about, else of its target.
create table audit (
  id integer primary key autoincrement,
  world text not null,
  incarnation text not null,
  seq integer not null,
  at integer not null,
  player_uid text not null,
  player_user_id text not null,
  player_name text not null,
  data text not null,
  token text generated always as (data ->> 'Token') virtual,
  ip text generated always as (data ->> 'IP') virtual,
  route text generated always as (data ->> 'Route') virtual,
  target text generated always as (data ->> 'Target') virtual,
  outcome text generated always as (data ->> 'Outcome') virtual,
  reason text generated always as (data ->> 'Reason') virtual,
  summary text generated always as (data ->> 'Summary') virtual,
  unique (world, incarnation, seq)
) strict;
create index audit_by_time on audit (at);
create index audit_by_world on audit (world);
create index audit_by_token on audit (token);
create index audit_by_route on audit (route);
create index audit_by_player_uid on audit (player_uid) where player_uid <> '';
create index audit_by_player_user_id on audit (player_user_id) where player_user_id <> '';
create index audit_by_player_name on audit (player_name collate nocase) where player_name <> '';
-- A trigram index of the texts; audit_indexed has the id of the last entry that was added.
create virtual table audit_text using fts5 (
  summary, reason, target, content = 'audit', content_rowid = 'id', detail = none, columnsize = 0, tokenize = 'trigram'
);
create table audit_indexed (id integer not null) strict;
insert into audit_indexed values (0);
create trigger audit_removed after delete on audit when old.id <= (select id from audit_indexed) begin
  insert into audit_text (audit_text, rowid, summary, reason, target)
  values ('delete', old.id, old.summary, old.reason, old.target);
end;

-- Rows that a world lost before its fleet had them, or that cannot be read; both ends included.
create table gaps (
  subject text not null,
  world text not null,
  incarnation text not null,
  first integer not null,
  last integer not null,
  primary key (subject, world, incarnation, first, last)
) strict, without rowid;

-- The snapshot of its players that was applied last of each world.
create table rosters (world text primary key, version text not null) strict, without rowid;

-- `name_key`: the name in lower case.
-- `former`: former names, one a line.
create table players (
  id integer primary key,
  world text not null,
  uid text not null,
  user_id text not null,
  name text not null,
  name_key text not null,
  former text not null,
  platform text not null,
  level integer,
  guild text,
  online integer not null,
  last_seen integer
) strict;
create unique index players_by_world on players (world, uid);
create index players_by_uid on players (uid);
create index players_by_user_id on players (user_id) where user_id <> '';
create index players_by_name on players (name_key);
create index players_online on players (id) where online = 1;

create virtual table players_text using fts5 (
  name, former, user_id, content = 'players', content_rowid = 'id', tokenize = 'trigram'
);
create trigger players_added after insert on players begin
  insert into players_text (rowid, name, former, user_id) values (new.id, new.name, new.former, new.user_id);
end;
create trigger players_removed after delete on players begin
  insert into players_text (players_text, rowid, name, former, user_id)
  values ('delete', old.id, old.name, old.former, old.user_id);
end;
create trigger players_renamed after update of name, former, user_id on players
when (old.name, old.former, old.user_id) is not (new.name, new.former, new.user_id) begin
  insert into players_text (players_text, rowid, name, former, user_id)
  values ('delete', old.id, old.name, old.former, old.user_id);
  insert into players_text (rowid, name, former, user_id) values (new.id, new.name, new.former, new.user_id);
end;
