-- Every write, allowed or refused: who did what to whom, and how it ended.
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
  request text not null
) strict;

-- First outcomes of requests that carried an Idempotency-Key, for those who ask again.
create table outcomes (
  token text not null,
  key text not null,
  fingerprint text not null,
  at integer not null,
  status integer not null,
  body text not null,
  primary key (token, key)
) strict;
create index outcomes_by_age on outcomes (at);
