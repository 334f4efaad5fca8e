-- What happened, newest last: for those who watch, and for those who come back to it.
create table events (key text not null unique, record text not null) strict;
