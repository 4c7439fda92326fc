-- The day on which a user last used the bot is stored, so that old settings can be deleted.
-- A table that is opened in a thread knows the channel of the thread, also when Discord has archived the thread. Lobbies in a
-- thread of their own are shown in that channel.

ALTER TABLE games ADD COLUMN parent BIGINT;
UPDATE games SET parent = (
    SELECT MIN(channel) FROM messages WHERE kind = 'board' AND subject = games.id AND old = 0 AND message = games.channel
) WHERE phase = 'lobby';
ALTER TABLE people ADD COLUMN seen TEXT;
UPDATE people SET seen = CAST(CURRENT_DATE AS VARCHAR(10));
