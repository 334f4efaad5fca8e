-- The names that records repeat. Records of characters, containers, objects and players are JSON arrays from now on, in
-- which a name is its number here (packed/); what is an object was written before, and is read as it is.
create table names (id integer primary key, text text not null unique) strict;
