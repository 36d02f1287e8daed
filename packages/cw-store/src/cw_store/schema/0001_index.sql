-- One index: files with their text, chunks, names, words. Everything but the vectors, which can be made again from it.

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- The one commit point: a row here publishes everything the same transaction staged.
CREATE TABLE generation (
    number INTEGER PRIMARY KEY,
    published_at REAL NOT NULL,
    started_ns INTEGER NOT NULL,
    files INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    vectors INTEGER NOT NULL,
    space TEXT NOT NULL,
    table_version INTEGER NOT NULL,
    matrix INTEGER NOT NULL
);

CREATE TABLE file (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    language TEXT NOT NULL,
    how TEXT NOT NULL,
    problem TEXT NOT NULL,
    mark TEXT NOT NULL,
    content BLOB NOT NULL
);

-- Files that were read and left out, with their stamps, so that an unchanged one is not read again.
CREATE TABLE skipped (
    path TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL
) WITHOUT ROWID;

-- `words` holds the six fields of the word index as they were written there, to take them out again exactly.
CREATE TABLE chunk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_id INTEGER NOT NULL REFERENCES file (id),
    ordinal INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    kind TEXT NOT NULL,
    breadcrumb TEXT NOT NULL,
    names TEXT NOT NULL,
    reads TEXT NOT NULL,
    words BLOB NOT NULL
);
CREATE UNIQUE INDEX chunk_by_file ON chunk (file_id, ordinal);

CREATE TABLE symbol (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES file (id),
    chunk_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    qualified TEXT NOT NULL,
    folded_qualified TEXT NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    container TEXT NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    visibility TEXT NOT NULL
);
CREATE INDEX symbol_by_file ON symbol (file_id);
CREATE INDEX symbol_by_name ON symbol (folded);
CREATE INDEX symbol_by_qualified ON symbol (folded_qualified);

CREATE TABLE reference (
    file_id INTEGER NOT NULL REFERENCES file (id),
    line INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    receiver TEXT NOT NULL
);
CREATE INDEX reference_by_file ON reference (file_id);

CREATE VIRTUAL TABLE words USING fts5 (
    path, breadcrumb, names, signature, comments, body, content = '', tokenize = 'ascii'
);
