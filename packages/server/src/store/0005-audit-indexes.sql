-- The audit by each of its filters. The id of an entry is its rowid, so that each index also holds it, in order.
create index audit_by_target on audit (target);
create index audit_by_ip on audit (ip);
create index audit_by_token on audit (token);
create index audit_by_outcome on audit (outcome);
create index audit_by_route on audit (route);
