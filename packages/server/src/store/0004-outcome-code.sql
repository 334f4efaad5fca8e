-- The error code of an outcome, for the metrics of a replay; OK for a success, and empty in rows made before.
alter table outcomes add column code text not null default '';
