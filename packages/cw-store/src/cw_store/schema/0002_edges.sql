-- Which file imports which. All files are owed a look at their imports.

CREATE TABLE edge (
    source_id INTEGER NOT NULL REFERENCES file (id),
    target_id INTEGER NOT NULL REFERENCES file (id),
    line INTEGER NOT NULL,
    confidence REAL NOT NULL,
    PRIMARY KEY (source_id, target_id, line)
) WITHOUT ROWID;
CREATE INDEX edge_by_target ON edge (target_id);

INSERT INTO outbox SELECT 'edges', id FROM file;
