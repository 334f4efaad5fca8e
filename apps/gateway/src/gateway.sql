-- What a gateway has to keep itself. Its audit, as that of a world: every write of the fleet that no world does.
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
  summary text not null,
  request_id text not null,
  idempotency_key text not null,
  player_uid text not null default '',
  player_user_id text not null default '',
  player_name text not null default '',
  event_id integer
) strict;

-- The key of this gateway, under which its audit stands beside that of the worlds.
create table facts (name text primary key, value text not null) strict;

-- `instance`: the process that counts for a world; '' for none. `tags`: as JSON.
create table worlds (world text primary key, instance text not null, name text not null, tags text not null) strict;

-- Join codes under their SHA-256. `grants`: what one lets a world do, as JSON. `untilMs`: ms since 1970.
create table joinCodes (hash blob primary key, grants text not null, untilMs integer not null, used integer not null) strict;
