-- Messages that are being posted (see schema.sql).

CREATE TABLE pending_posts (
    kind    TEXT    NOT NULL CHECK (kind <> ''),
    subject BIGINT  NOT NULL,
    user    BIGINT  NOT NULL,
    nonce   TEXT    NOT NULL CHECK (nonce <> ''),
    PRIMARY KEY (kind, subject, user)
);
