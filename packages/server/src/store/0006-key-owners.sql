-- A key belongs to its token, and no longer to the token's name; it ages by the time that the service has run, and
-- no longer by the wall clock (docs/decisions/0014). `at` is that time, in ms; `token` is the id of the token.
-- A refusal keeps its key no longer.
delete from outcomes where status <> 200;
-- Outcomes from before are known by the name of their token only. They are good for another day.
update outcomes set token = 'name:' || token, at = 0;

-- How many keys a token has, so that nobody counts a million rows to refuse one more.
create table key_counts (token text primary key, keys integer not null) strict;
insert into key_counts select token, count(*) from outcomes group by token;
create trigger key_added after insert on outcomes begin
  insert into key_counts values (new.token, 1) on conflict (token) do update set keys = keys + 1;
end;
create trigger key_removed after delete on outcomes begin
  update key_counts set keys = keys - 1 where token = old.token;
  delete from key_counts where token = old.token and keys = 0;
end;
