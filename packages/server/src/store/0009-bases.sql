-- The states of the save that the world comes from: `base` is the one its changes are counted from, `former` those
-- before an apply, `copy` those written elsewhere. `pending` is one that an apply is writing, in the place of the base,
-- or of `replaced`, which the game has written since. The base and what is pending have their content with them.
create table bases (
  id text primary key,
  state text not null check (state in ('base', 'pending', 'replaced', 'former', 'copy')),
  -- ms since 1970: when it was imported, or written.
  at integer not null,
  folder text not null,
  -- SHA-256 of the records that its import gives.
  records text not null
) strict;
create unique index one_base on bases (state) where state in ('base', 'pending', 'replaced');

create table baseFiles (
  base text not null references bases (id) on delete cascade,
  -- Inside the save folder, with forward slashes.
  path text not null,
  sha256 text not null,
  -- As on disk, so packed already.
  content blob,
  primary key (base, path)
) strict;

-- Bases whose changes have reached a save, also those of worlds that this one has replaced.
create table appliedBases (id text primary key, at integer not null) strict;
