-- Of this history of the world, so that those who keep copies of its events and its audit tell two histories apart.
insert or ignore into facts (name, value) values ('incarnation', lower(hex(randomblob(16))));
-- Events that the world no longer keeps and that no stream of a fleet has yet. The key is the event's id.
create table unsentEvents (key integer primary key, at integer not null, record text not null) strict;
