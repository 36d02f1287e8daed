-- One index: files with their text, chunks, names, words. Everything but the vectors, which can be made again from it.

-- The one commit point: a row here publishes everything the same transaction staged.
CREATE TABLE generation (
    number INTEGER PRIMARY KEY,
    published_at REAL NOT NULL,
    files INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    vectors INTEGER NOT NULL,
    space TEXT NOT NULL,
    bytes_known INTEGER NOT NULL,
    bytes_left INTEGER NOT NULL
);

-- `text` is the file's text as UTF-8, compressed; `comments` the spans of its comments, `uses` the names it uses, both
-- packed (cw_store.rows).
CREATE TABLE file (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    language TEXT NOT NULL,
    how TEXT NOT NULL,
    problem TEXT NOT NULL,
    mark TEXT NOT NULL,
    masked INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    uses_count INTEGER NOT NULL,
    text BLOB NOT NULL,
    comments BLOB NOT NULL,
    uses BLOB NOT NULL
);

-- Files that were read and left out, with their stamps, so that an unchanged one is not read again.
CREATE TABLE skipped (
    path TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL
) WITHOUT ROWID;

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
    reads TEXT NOT NULL
);
CREATE UNIQUE INDEX chunk_by_file ON chunk (file_id, ordinal);

-- `name_key` and `qualified_key` are numbers of the folded names (cw_store.rows.key_of): small to index, and only a
-- first sieve.
CREATE TABLE symbol (
    file_id INTEGER NOT NULL REFERENCES file (id),
    ordinal INTEGER NOT NULL,
    name_key INTEGER NOT NULL,
    qualified_key INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    qualified TEXT NOT NULL,
    container TEXT NOT NULL,
    signature TEXT NOT NULL,
    doc TEXT NOT NULL,
    visibility TEXT NOT NULL,
    PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX symbol_by_name ON symbol (name_key);
CREATE INDEX symbol_by_qualified ON symbol (qualified_key) WHERE qualified_key != name_key;

-- Which files use a name; where and how stands in `file.uses`.
CREATE TABLE usage (
    name_key INTEGER NOT NULL,
    file_id INTEGER NOT NULL,
    PRIMARY KEY (name_key, file_id)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE words USING fts5 (
    path, breadcrumb, names, signature, comments, body, content = '', tokenize = 'ascii'
);

-- Files of vectors of this generation, and chunks whose rows in them are no longer true.
CREATE TABLE segment (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    rows INTEGER NOT NULL,
    dimensions INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    in_table INTEGER NOT NULL
);
CREATE TABLE gone (chunk_id INTEGER PRIMARY KEY);

-- Work that is owed: done by this run or by the next. `vector`: a chunk to embed; `edges`: a file whose imports are to
-- be looked at; `part`, `folder`: keys of a word and of a folder whose importers are.
CREATE TABLE outbox (
    kind TEXT NOT NULL,
    key INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
