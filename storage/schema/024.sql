-- One table for the messages of every kind (see schema.sql).

CREATE TABLE messages (            -- what the bot has posted for tables and tournaments
    kind        TEXT   NOT NULL CHECK (kind IN ('board', 'hand', 'ping', 'word', 'watcher', 'tournament')),
    subject     BIGINT NOT NULL,                       -- the game or tournament
    user        BIGINT NOT NULL,                       -- 0: public
    old         BIGINT NOT NULL DEFAULT 0,             -- 0: the present one; else the id of one that is not closed yet
    channel     BIGINT NOT NULL DEFAULT 0,
    message     BIGINT NOT NULL DEFAULT 0,             -- 0: none yet; of a hand without a nonce: no DMs are accepted
    posted_at   TEXT,                                  -- NULL: the id says when
    fingerprint TEXT   NOT NULL DEFAULT '',            -- a digest of the content; empty: not known
    about       TEXT   NOT NULL DEFAULT '',            -- a board's epoch; the decision and seat of a ping or word
    nonce       TEXT CHECK (nonce <> ''),              -- of a post whose message's id is not stored yet
    PRIMARY KEY (kind, subject, user, old)
) WITHOUT ROWID;

INSERT INTO messages (kind, subject, user, channel, message, posted_at, fingerprint, about)
SELECT 'board', game, 0, channel, message, posted, shows, mark FROM boards
UNION ALL SELECT 'hand', game, user, channel, message, NULL, shows, '' FROM hand_messages
UNION ALL SELECT 'watcher', game, user, channel, message, NULL, '', '' FROM watchers WHERE message <> 0
UNION ALL SELECT 'tournament', id, 0, channel, message, NULL, '', '' FROM tournaments WHERE message IS NOT NULL;
INSERT INTO messages (kind, subject, user, old, channel, message)
SELECT 'board', game, 0, message, channel, message FROM old_boards;
INSERT INTO messages (kind, subject, user, old, channel, message, about)
SELECT CASE kind WHEN 'ping' THEN 'ping' ELSE 'word' END, game,
    COALESCE((SELECT user FROM seats WHERE seats.game = calls.game AND seats.seat = calls.seat), 0),
    CASE WHEN EXISTS (
        SELECT 1 FROM calls AS newer WHERE newer.game = calls.game AND newer.seat = calls.seat
            AND newer.message > calls.message AND (newer.kind = 'ping') = (calls.kind = 'ping')
    ) THEN message ELSE 0 END,
    channel, message, CASE kind WHEN 'late' THEN 'late ' ELSE '' END || number || ' ' || seat
FROM calls;
INSERT INTO messages (kind, subject, user, nonce) SELECT kind, subject, user, nonce FROM pending_posts WHERE nonce <> ''
ON CONFLICT (kind, subject, user, old) DO UPDATE SET nonce = excluded.nonce;
DROP TABLE boards;
DROP TABLE old_boards;
DROP TABLE hand_messages;
DROP TABLE calls;
DROP TABLE pending_posts;
ALTER TABLE watchers DROP COLUMN channel;
ALTER TABLE watchers DROP COLUMN message;
ALTER TABLE tournaments DROP COLUMN message;
