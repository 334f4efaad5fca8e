-- What players have found: fast-travel points, relics, areas, notes, species.
create table discoveries (key text not null unique, record text not null) strict;
