-- The world: one row per entity, its record as JSON under its id. The order of rows is the order of the world.
create table facts (name text primary key, value text not null) strict;

create table accounts (key text not null unique, record text not null) strict;
create table sessions (key text not null unique, record text not null) strict;
create table players (key text not null unique, record text not null) strict;
create table characters (key text not null unique, record text not null) strict;
create table containers (key text not null unique, record text not null) strict;
create table guilds (key text not null unique, record text not null) strict;
create table camps (key text not null unique, record text not null) strict;
create table mapObjects (key text not null unique, record text not null) strict;

-- Where players are; written now and then, not with every step.
create table locations (uid text primary key, x real not null, y real not null, z real not null) strict;
