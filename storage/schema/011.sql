-- What the messages of hands show, as a digest, so that a start edits none that has not changed; and who takes no
-- direct messages at a table (message 0), so that they are not tried again after every start.

ALTER TABLE hand_messages ADD COLUMN shows TEXT NOT NULL DEFAULT '';
