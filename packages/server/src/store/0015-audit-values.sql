-- What filters of the audit look for, by its value. A new entry is not in it yet: six pages less for each write. The
-- game thread adds the entries of the audit later, a few thousand at once and sorted (audit-index.ts), so that each
-- page is written once for many of them. The fact is the id of the last entry that is in it with all its values.
create table auditValues (
  field text not null,
  text text not null,
  entry integer not null,
  primary key (field, text, entry)
) strict, without rowid;
insert into auditValues select 'target', target, id from audit order by target, id;
insert into auditValues select 'ip', ip, id from audit order by ip, id;
insert into auditValues select 'token', token, id from audit order by token, id;
insert into auditValues select 'outcome', outcome, id from audit order by outcome, id;
insert into auditValues select 'route', route, id from audit order by route, id;
insert into auditValues select 'player', player_uid, id from audit where player_uid <> '' order by player_uid, id;
insert into facts (name, value) select 'auditIndexedUpTo', coalesce(max(id), 0) from audit;
drop index audit_by_target;
drop index audit_by_ip;
drop index audit_by_token;
drop index audit_by_outcome;
drop index audit_by_route;
drop index audit_by_player;
