-- The error code of an outcome, for the metrics; OK for a success, and for outcomes from before, whose code is unknown.
alter table outcomes add column code text not null default 'OK';
