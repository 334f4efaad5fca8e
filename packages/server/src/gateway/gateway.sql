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

-- The name of this gateway in the fleet, and of this history of its audit.
create table facts (name text primary key, value text not null) strict;
