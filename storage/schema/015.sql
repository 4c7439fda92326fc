-- When a shard told Discord who it is; forgotten as soon as anybody was served: what is left is a crash loop.

CREATE TABLE identifies (
    shard  INTEGER NOT NULL,
    moment TEXT    NOT NULL
);
