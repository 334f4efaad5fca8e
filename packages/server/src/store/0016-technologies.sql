-- Technologies that a player of the world has unlocked: they stay technologies of this world when they are forgotten.
create table technologies (key text not null unique, record text not null) strict;
