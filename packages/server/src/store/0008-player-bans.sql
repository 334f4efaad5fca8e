-- Bans of players whose UserId is not known: Banlist.json cannot hold them.
create table playerBans (key text not null unique, record text not null) strict;
