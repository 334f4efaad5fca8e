-- What an entry says besides: what was given, said or changed; the request's id; its key; its player and event.
alter table audit add column summary text not null default '';
alter table audit add column request_id text not null default '';
alter table audit add column idempotency_key text not null default '';
alter table audit add column player_uid text not null default '';
alter table audit add column player_user_id text not null default '';
alter table audit add column player_name text not null default '';
alter table audit add column event_id integer;
-- An entry without a player costs the first index nothing. Times come in order, so that an entry is appended to
-- the other.
create index audit_by_player on audit (player_uid) where player_uid <> '';
create index audit_by_time on audit (at);
