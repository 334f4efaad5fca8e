-- What is kept beside a running game server: changes that wait for its save, the batches that write them, the pairs of
-- UserId and PlayerUID that it has named, and its ban list.
create table deliveries (key text not null unique, record text not null) strict;
create table deliveryBatches (key text not null unique, record text not null) strict;
create table identities (key text not null unique, record text not null) strict;
create table gameBans (key text not null unique, record text not null) strict;
-- The delivery that a write became, so that a repeated request says so too.
alter table outcomes add column delivery text not null default '';
