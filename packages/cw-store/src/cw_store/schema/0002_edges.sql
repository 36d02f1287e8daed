-- Which file imports which. All files are owed a look at their imports.

CREATE TABLE edge (
    source_id INTEGER NOT NULL REFERENCES file (id),
    target_id INTEGER NOT NULL REFERENCES file (id),
    confidence REAL NOT NULL,
    PRIMARY KEY (source_id, target_id)
) WITHOUT ROWID;
CREATE INDEX edge_by_target ON edge (target_id);

-- The words of a file's imports, as keys: a file that comes, goes or is called otherwise is looked for by these.
CREATE TABLE import_part (
    part_key INTEGER NOT NULL,
    file_id INTEGER NOT NULL,
    PRIMARY KEY (part_key, file_id)
) WITHOUT ROWID;

INSERT INTO outbox SELECT 'edges', id FROM file;
