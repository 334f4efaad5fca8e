-- What the service remembers besides the world. Losing it loses no belongings. Times are seconds since 1970, places cm.
create table facts (key text primary key, value text not null) strict, without rowid;

-- Mean values of so many seconds each.
create table series (
  step integer not null,
  at integer not null,
  name text not null,
  value real not null,
  primary key (step, at, name)
) strict, without rowid;

create table marks (id integer primary key, at integer not null, kind text not null) strict;
create index marks_by_time on marks (at);

create table players (id integer primary key, uid text not null unique) strict;

-- The running hour, as it was sampled: 16 bytes a point, player and place (trail-store.ts).
create table samples (at integer primary key, points blob not null) strict;

-- The hours before, by player: 16 bytes a point, time and place. `step`: least seconds between two points.
create table trails (
  id integer primary key,
  player integer not null,
  hour integer not null,
  step integer not null,
  points blob not null
) strict;
create unique index trails_by_player on trails (player, hour);
create index trails_by_hour on trails (hour);

-- Seconds that players spent in each cell, within `step` seconds from `at`.
create table heat (
  step integer not null,
  at integer not null,
  x integer not null,
  y integer not null,
  seconds integer not null,
  primary key (step, at, x, y)
) strict, without rowid;

-- Times in ms. `connected` is the beginning as the world has it; `ended` is null while a session goes on.
create table sessions (
  id integer primary key,
  player integer not null,
  connected integer not null,
  began integer not null,
  ended integer,
  reason text not null,
  ip text not null,
  platform text not null
) strict;
create index sessions_by_player on sessions (player, began);
create index sessions_by_end on sessions (ended);
create index sessions_open on sessions (player) where ended is null;
