-- What happened, newest last: for those who watch, and for those who come back to it. The key is the event's id.
create table events (key integer primary key, record text not null) strict;
