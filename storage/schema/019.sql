-- A heartbeat for each shard: processes that share a database serve some each, and may come and go one by one. `shards`
-- is the number in which the servers were split then. A file's one process counts as the only shard of one.

CREATE TABLE heartbeats (
    shard  INTEGER PRIMARY KEY CHECK (shard >= 0),
    shards INTEGER NOT NULL CHECK (shards > shard),
    at     TEXT    NOT NULL
);
INSERT INTO heartbeats (shard, shards, at) SELECT 0, 1, at FROM heartbeat;
DROP TABLE heartbeat;
