-- The states of the save that the world comes from. `base` is the one its changes are counted from, and the only one
-- with content; `former` those before an apply, `copy` those written elsewhere, `pending` one that is being written.
create table bases (
  id text primary key,
  state text not null check (state in ('base', 'pending', 'former', 'copy')),
  -- ms since 1970: when it was imported, or written.
  at integer not null,
  folder text not null,
  -- SHA-256 of the records that its import gives.
  records text not null
) strict;
create unique index one_base on bases (state) where state in ('base', 'pending');

create table baseFiles (
  base text not null references bases (id) on delete cascade,
  -- Inside the save folder, with forward slashes.
  path text not null,
  bytes integer not null,
  sha256 text not null,
  -- As on disk, so packed already.
  content blob,
  primary key (base, path)
) strict;
